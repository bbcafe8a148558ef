"""Declines, claims, and what joins one to the other, as answers of real systems have them."""

DECLINES = (
    "Not in the sources.",
    "**not in the sources**",
    "The passages do not say what the 40 bikes cost.",
    "The documents I was given are silent on this.",
    "Based on the passages given, this cannot be answered.",
    "I'm sorry, but the provided context does not answer that question.",
    "I do not have specific information about whether there is a fee for children and adults.",
    "Unfortunately, I could not find any details on how to style or dry your hair after cleaning it.",
    "There is no information about this in the passages provided.",
    "The size of the quilt is not stated in the passages.",
    "The passages do not contain the necessary information to answer the question.",
    "I don't have that information, either.",
    "I don't know.",
)
CLAIMS = (
    "Dogs ride free on every train.",
    "The chairman was arrested in May.",
    "Helmets are lent without charge.",
    "All bikes fold.",
)
JOINERS = (
    *(", ", "; ", ": ", " - ", " \u2013 ", " \u2014 ", " ... ", "\n", "\n\n", "\n- ", " (", " / ", ". "),
    *(" and ", ", and ", " but ", ", yet ", " because ", " since ", ", so ", " so ", " as ", " while ", " although "),
    *(" though ", " whereas ", ", which means that ", " which means ", " meaning that ", " meaning ", " therefore "),
    *(", hence ", " unless ", " given that ", " except that ", " other than that ", " even if ", " even though "),
    *(" instead ", " however ", ", however, ", " nor ", " then ", " thus ", ", for ", ", where ", " once "),
    *(" despite that ", " considering that ", " seeing that ", " also ", " only ", " just ", " in fact ", " indeed "),
    *(" which implies that ", " suggesting that ", " indicating that ", " while it is known that ", " until "),
)
