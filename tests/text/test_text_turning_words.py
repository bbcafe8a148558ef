from workbench.text.turning_words import denials, strong_words, turned_words


def test_words_that_deny_are_counted():
    assert denials("It is not sold, and we never lend it without a deposit.") == 3
    assert denials("You can't. You cannot.") == 2
    assert denials("A note on the knot.") == 0


def test_a_word_is_turned_where_its_opposite_stands_in_the_source_and_it_does_not():
    assert turned_words("Check it after every ride.", "Bolts are checked before every ride.") == ("after",)
    assert turned_words("Check it after every ride.", "Before or after the ride, check it.") == ()
    assert turned_words("Check it after every ride.", "Check it on every ride.") == ()


def test_words_of_strength_are_named_each_once():
    assert strong_words("All bikes must always be locked. All of them.") == {"all", "must", "always"}
