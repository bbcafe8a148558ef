"""One function a command: wires the stages, prints nothing."""
