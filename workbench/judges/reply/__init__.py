"""From the text of a model to a verdict, or to the reason why there is none."""
