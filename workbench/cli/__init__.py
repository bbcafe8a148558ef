"""The command line: parse, call one step, print, exit."""
