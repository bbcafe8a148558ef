"""The learned judge: features of an item that a reader can check, and weights that training found."""
