"""The two rules that ship with the workbench. A rule is the one thing that a judge decides."""

GROUNDED = "grounded"
ANSWERS_WHEN_IT_CAN = "answers_when_it_can"
RULES = (GROUNDED, ANSWERS_WHEN_IT_CAN)
