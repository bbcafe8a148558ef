"""Running every judge on every item, N times, without losing or paying twice."""
