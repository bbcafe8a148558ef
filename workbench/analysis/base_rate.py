"""What do a judge's rates mean where mistakes are rare?"""


def alarms_that_are_real(catch: float, false_alarms: float, prevalence: float) -> float | None:
    """Which share of failed answers is really wrong?

    The positive predictive value, p Se / (p Se + (1 - p) FA). With one wrong answer in twenty, a judge that catches
    95 % and alarms on 15 % is right in one alarm of four.

    Args:
        catch: Catch rate, from 0 to 1.
        false_alarms: False alarm rate, from 0 to 1.
        prevalence: Share of wrong answers in use, from 0 to 1.

    Returns:
        None where no answer would be failed at all.

    Raises:
        ValueError: an argument is out of range.
    """
    if not all(0 <= share <= 1 for share in (catch, false_alarms, prevalence)):
        raise ValueError(f"expected shares from 0 to 1, got {catch}, {false_alarms} and {prevalence}")
    real, false = prevalence * catch, (1 - prevalence) * false_alarms
    return real / (real + false) if real + false else None
