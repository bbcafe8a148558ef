"""Short lists of names by kind. They tell what kind a name is, and give others of the same kind."""

GIVEN_NAMES = frozenset(
    """Aaron Abigail Adam Adrian Ahmed Aisha Alan Albert Alex Alexander Alexandra Alice Alison Amanda Amara
    Amelia Amy Ana Andrea Andrew Angela Anita Ann Anna Anne Anthony Arthur Asha Ashley Audrey Barbara
    Ben Benjamin Bernard Beth Betty Bill Bob Brandon Brenda Brian Bruce Callum Carl Carlos Carol
    Caroline Catherine Charles Charlotte Chloe Chris Christina Christine Christopher Claire Clara Colin
    Connor Craig Cynthia Daniel Daniela David Dawn Deborah Debra Dennis Diana Diane Donald Donna Dorothy
    Douglas Duncan Dylan Edith Edward Eileen Elaine Eleanor Elena Elizabeth Ella Ellen Emily Emma Eric
    Erica Ethan Eva Evelyn Farah Fatima Fiona Florence Frances Francis Frank Fred Gareth Gary Gemma
    Geoffrey George Gerald Gillian Gloria Gordon Grace Graham Greg Gregory Hamish Hannah Harold Harriet
    Harry Hassan Hazel Heather Helen Henry Howard Hugh Ian Imran Ingrid Irene Isaac Isabel Isla Ivan
    Jack Jacob Jacqueline James Jamie Jane Janet Jason Jean Jeff Jennifer Jeremy Jessica Jill Joan
    Joanna Joe John Jonathan Jordan Jose Joseph Joshua Joyce Juan Judith Judy Julia Julian Julie Justin
    Karen Karl Kate Katherine Kathleen Keith Kelly Kenneth Kevin Kim Larry Laura Lauren Lawrence Leah
    Leila Leonard Leo Leslie Lewis Liam Lily Linda Lisa Louis Louise Lucas Lucy Luis Luke Lynn Malcolm
    Marcus Margaret Maria Marie Marion Mark Martha Martin Mary Matthew Maureen Megan Mei Melissa Michael
    Michelle Miguel Mohammed Molly Monica Nadia Nancy Naomi Natalie Nathan Neil Nicholas Nicola Nicole
    Nigel Nina Noah Nora Norman Oliver Olivia Omar Oscar Pamela Patricia Patrick Paul Paula Pauline
    Peter Philip Phyllis Priya Rachel Rajesh Ralph Raymond Rebecca Richard Rita Robert Roger Ronald Rosa
    Rose Rosemary Ross Roy Russell Ruth Ryan Sally Samuel Sandra Sanjay Sara Sarah Scott Sean Sharon
    Sheila Shirley Simon Sofia Sophia Sophie Stanley Stella Stephanie Stephen Steve Steven Stuart Susan
    Sylvia Tamara Tariq Teresa Theresa Thomas Tim Timothy Tina Tom Tony Tracy Trevor Valerie Vanessa
    Vera Victor Victoria Vincent Virginia Walter Wendy William Yasmin Yusuf Yvonne Zara Zoe""".split()
)

SURNAMES = tuple(
    """Abbott Ashworth Barlow Beckett Bramley Calloway Carver Dalton Denham Ellison Fairclough Farrow
    Garland Gibson Hargreaves Holloway Ingram Jarvis Kendall Lambert Langley Marlow Merton Norwood
    Ormond Pemberton Preston Quinlan Radley Redmond Sandford Sheldon Tavener Thornton Underhill Vickers
    Wainwright Walden Yardley""".split()
)

# Neighbours stand between two strokes: one of them swapped for another is not seen at a glance.
_COUNTRY_REGIONS = """
    Argentina Bolivia Brazil Chile Colombia Ecuador Peru Uruguay Venezuela / Austria Belgium Croatia Denmark
    Finland Germany Greece Iceland Ireland Italy Netherlands Norway Portugal Scotland Spain Sweden Switzerland
    Wales / Bulgaria Estonia Hungary Latvia Lithuania Poland Romania Russia Serbia Slovakia Slovenia Ukraine /
    China India Indonesia Japan Malaysia Nepal Pakistan Philippines Singapore South_Korea Thailand Vietnam /
    Egypt Iran Iraq Israel Lebanon Morocco Syria Tunisia Turkey / Ethiopia Ghana Kenya Nigeria South_Africa
    Tanzania Uganda Zambia Zimbabwe / Canada Cuba Jamaica Mexico / Australia New_Zealand
"""
_CITY_REGIONS = """
    Atlanta Baltimore Boston Chicago Cincinnati Cleveland Dallas Denver Detroit Houston Los_Angeles Memphis
    Miami Milwaukee Nashville New_Orleans Philadelphia Phoenix Pittsburgh Portland San_Diego San_Francisco
    Seattle / Aberdeen Belfast Birmingham Bristol Cardiff Edinburgh Glasgow Leeds Liverpool London Manchester
    Newcastle Sheffield / Amsterdam Athens Barcelona Berlin Brussels Bucharest Budapest Cologne Copenhagen
    Dublin Frankfurt Geneva Hamburg Helsinki Lisbon Lyon Madrid Marseille Milan Moscow Munich Naples Oslo Paris
    Prague Rome Rotterdam Stockholm Turin Venice Vienna Warsaw Zurich / Bangkok Beijing Delhi Jakarta Karachi
    Mumbai Osaka Seoul Shanghai Tokyo / Adelaide Auckland Brisbane Melbourne Perth Sydney / Ankara Cairo
    Istanbul / Johannesburg Lagos Nairobi Cape_Town / Calgary Montreal Ottawa Toronto Vancouver / Lima Santiago
"""


def _by_region(lines: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name.replace("_", " ") for name in line.split()) for line in lines.split("/"))


COUNTRY_REGIONS = _by_region(_COUNTRY_REGIONS)
CITY_REGIONS = _by_region(_CITY_REGIONS)
COUNTRIES = tuple(dict.fromkeys(name for region in COUNTRY_REGIONS for name in region))
CITIES = tuple(dict.fromkeys(name for region in CITY_REGIONS for name in region))

STATES = tuple(
    name.replace("_", " ")
    for name in """Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho
    Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota
    Mississippi Missouri Montana Nebraska Nevada New_Hampshire New_Jersey New_Mexico North_Carolina
    North_Dakota Ohio Oklahoma Oregon Pennsylvania Rhode_Island South_Carolina South_Dakota Tennessee
    Texas Utah Vermont West_Virginia Wisconsin Wyoming""".split()
)

# The last word of an organisation's name. Words that end menus and headings as often (Center, Services) are left out.
ORGANISATION_WORDS = frozenset(
    """Academy Airlines Association Bank Brewery Cathedral Clinic Club College Commission Company Cooperative Corp
    Corporation Council Drives Energy Federation Foundation Hospital Inc Industries Institute Institution Laboratories
    Laboratory Library Limited Ltd Motors Museum Observatory Organisation Organization Power Railway Society Theatre
    Trust University""".split()
)

# A given name before one of these is a place, a prize or a people, not a person: Victoria Park, Norman French.
NOT_SURNAMES = frozenset(
    """Act American Avenue Award Bay Beach Bridge Bible British Building Bush Canadian Castle Chinese Code
    Convention Council County Court Creek Cross Cup Day Disease District Dutch English Falls Festival French
    Games German Greek Hill House Indian Irish Island Islands Italian Japanese Lake Law Mountain Palace Park
    Peninsula Portuguese Prize Railway Republic River Road Roman Russian School Scottish Show Spanish Square
    Station Street Swedish Syndrome Test Theorem Tower Treaty Trophy Valley Wall War Welsh""".split()
)

PROPER_WORDS = tuple(
    """Ashdown Bramwell Carrick Denbury Elmhurst Fenwick Garrick Harwick Kelmore Lindale Marwood Norcott Oakley
    Penrose Ridgeway Selwood Tarrant Wexford Westbrook Whitmore""".split()
)
