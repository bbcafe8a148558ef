"""The nouns of the workbench: frozen, typed, without I/O."""
