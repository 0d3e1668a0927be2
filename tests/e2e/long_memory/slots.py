"""What the slots of the grammar are filled with. None of it is a planted fact, and much of it is nearly one."""

from tests.e2e.long_memory.prose import listed

WOMEN = listed("""
    Aslaug Brenn
    Sigrun Falk
    Elke Sandmo
    Dorte Hamsel
    Yrsa Kolb
    Gunhild Stram
    Liv Tarnow
    Katrin Vold
    Ebba Lind
""")
MEN = listed("""
    Matti Orre
    Verner Quist
    Peder Vinje
    Oskar Relling
    Anders Moe
    Rasmus Thorne
    Halvor Sund
""")

SLOTS: dict[str, tuple[str, ...]] = {
    "n": ("two", "three", "four", "five", "six", "seven", "eight", "ten", "eleven", "twelve"),
    "letter": ("C", "F", "G", "K", "P", "R"),
    "bird": ("jackdaw", "nutcracker", "crow", "magpie", "wren", "snow finch", "hooded crow"),
    "stuff": ("grey wool", "rye straw", "old hay", "tallow", "goose down", "flax", "pewter"),
    "wood": ("birch smoke", "pine tar", "wet larch", "juniper", "sawn spruce"),
    "weather": ("fine snow", "sleet", "a north wind", "freezing mist", "hail", "drifting snow"),
    "food": ("onions", "barley soup", "smoked fat", "caraway", "stewed pears", "pea broth"),
    "name": (*WOMEN, *MEN),
    "woman": WOMEN,
    "man": MEN,
    "relative": listed("""
        my cousin
        my aunt
        my sister-in-law
        my godmother
        my stepsister
        my grandmother's sister
        my cousin's girl
        my eldest niece
    """),
    "town": ("Hallin", "Mirrow", "Skarre", "Dunmark", "Ferrel", "Orsenne"),
    "trade": listed("""
        binds books
        keeps bees for a canon
        drives the mail coach
        glazes windows
        dyes wool
        sews sails
        cuts buttons out of horn
        plucks geese for a hotel
        carves saints
    """),
    "goods": listed("""
        a coil of thin line
        a new saw blade
        the short sledge with the rope rails
        a pair of nailed boots
        a wheel of hard cheese
        a bolt of felt
        a brass lamp
        a barrel of tar
        a milking goat
        the handcart with the new axle
        a barrel of salt herring
        the grey sleigh with one shaft
    """),
    "price": listed("""
        six crowns
        four crowns and a half
        nine crowns with nothing thrown in
        twelve pence
        two crowns and a sack of meal
        thirty pence
        fourteen crowns
        eight crowns and a cheese
        sixteen crowns to a friend
        twenty-one crowns with the harness
    """),
    "treasure": listed("""
        the spare key
        a bottle of plum brandy
        his mother's letters
        the good scissors
        last year's tax receipts
        a silver spoon
        the box with the winter money
        a tin of tobacco
        an old roll of names
    """),
    "nook": listed("""
        under the third stair
        at the back of the flour bin
        behind the cold stove
        into the straw of the pump
        above the lintel of the mill
        inside a split millstone
        into the hollow of the milestone
        under the eaves, wrapped in oilcloth
        beneath the second bench
        between two blocks of ice, marked with a twig
    """),
    "feast": listed("""
        Candlemas
        Saint Blaise's day
        Saint Brigid's eve
        Saint Valentine's day
        Saint Gertrude's day
        the first Sunday in Lent
        Shrove Tuesday
        the day after market
        the next full moon
        Saint Matthias' eve
    """),
    "hour": listed("""
        seven in the morning
        half past five
        noon
        a quarter to eight
        eleven at night
        three in the afternoon
        a quarter past six
        first light
        ten minutes to two
    """),
    "sign": listed("""
        two long whistles and a short one
        a lantern lowered twice
        a blue rag on the gatepost
        three knocks and a cough
        the words 'the cellar is dry'
        a stone set on a stone
        an owl's call, badly done
        the words 'my grandfather's boots are wet'
        a shutter opened and closed
    """),
    "dish": listed("""
        caraway bread
        boiled turnip
        goat's cheese
        smoked eel
        stewed rhubarb
        mutton fat
        sour milk
        pickled beetroot
        mushroom soup
        honey cake
    """),
    "sum": listed("""
        eight pence
        two crowns
        a day's work
        half a sack of rye
        thirteen pence
        five crowns
        twenty-two pence
        a crown and a penny
        seven pence
    """),
    "cause": listed("""
        the mending of a boot
        a lantern glass
        the use of the mule
        a pane of glass
        tobacco
        a box of candles
        a lost bucket
        the tuning of the harmonium
        a cord of wood
        sharpening two saws
    """),
    "beast": ("the grey mule", "the one-eyed cat", "a ram", "the miller's old horse", "a stray hound", "the geese"),
    "tool": ("the long awl", "a plane", "the tar brush", "a whetstone", "the iron wedge", "a hand drill"),
}
