"""What the scripted narrator tells: sentences by place and person, with slots that `Grammar` fills."""


def listed(text: str) -> tuple[str, ...]:
    """One sentence a line."""
    return tuple(line.strip() for line in text.strip().splitlines() if line.strip())


PLACES = {
    "pass-road": listed("""
        The walls of dug snow lean together overhead until the sky is a strip no wider than a belt.
        Somebody has cut the date into the milestone with a nail, and the frost has cut it deeper.
        Below you {n} threads of smoke stand up from the village and do not bend.
        The track among the pines shows {n} prints, and all of them are going up.
        A {bird} sits on the milestone and gives it up only when you could touch it.
    """),
    "varnholt-square": listed("""
        The pump wears its coat of straw, and somebody has tied a scarf of {stuff} round its neck.
        A drop falls from an icicle as long as a scythe, and the people nearest to it change their course.
        {N} children are rolling a barrel over the trodden snow, because it is there.
        The flood post stands in the middle of everything with its notch far above your hat.
        A woman goes by along the wall with {n} loaves under her arm and her eyes on the eaves.
        Two men are carrying a door across the square, and each believes that the other knows where it goes.
        Smoke comes down from the roofs instead of going up, and the whole square smells of {wood}.
        Someone has swept a path from the pump to the chapel and has lost interest half way.
        A dog with one white ear has made {weather} its business and barks at it from under the cart.
        The snow squeaks underfoot like a new saddle.
        From the eaves of the toll house {n} icicles have been knocked down, and lie there like organ pipes.
        A sledge loaded with straw crosses the square, and {n} sparrows travel on it.
        An old man counts the steps from his door to the pump aloud, and arrives at {n} too many.
        The {bird} on the flood post looks at each person who passes, and writes nobody down.
    """),
    "bakehouse": listed("""
        The oven ticks as it gives back the heat that it has been lent since three in the morning.
        Under {n} cloths the dough is rising, and each has its family's mark pressed in the top.
        Flour hangs in the light of the one window as if somebody had forgotten to let it fall.
        A tray of buns comes out, and the whole room breathes in at once.
        The warmth gets as far as your knees and stops there to think it over.
        A cat lies on the meal sacks with the air of having ground it all herself.
        On the beam hang {n} peels of different lengths, and the longest is black at the lip.
        The smell of {food} comes from a pot that has been pushed to the back and told to wait.
        Somebody's loaf has run into its neighbour's, and there will be talk about it tonight.
        The window is blind with steam, and a finger has drawn a boat in it, and another finger a bigger wave.
        Ash lies before the oven door in a fan, and in the fan are the prints of bare feet.
        A row of {n} small tarts is cooling on the sill under a cloth that does not quite reach.
        Behind the oven something shifts in its sleep, and nobody looks round.
        A boy comes in with a bowl, has it filled, is scolded, and goes out taller.
    """),
    "ropewalk": listed("""
        Three yarns run away from you at belt height and come together where it is too dark to see.
        The crank at the far end turns, and the whole shed shivers as a horse does at a fly.
        Hemp dust stands in the light of the small windows, {n} windows, {n} leaning bars of it.
        On the wall hangs a cord with a knot for each day, and it has begun to reach the floor.
        The posts hum, all of them, one note under the other.
        A bundle of {stuff} is hanging from a hook to dry, and drips in threes.
        The floor has been worn into a gutter by one person walking backwards for {n} years.
        Somewhere down the walk a mouse crosses under the yarns, and they tell about it.
        Tar is warming in a kettle no bigger than a hat, and your eyes begin to water.
        A coil that was not there before stands by the door, wound so tight that it could be a stool.
        The cold in here is a dry, long, orderly cold that has been laid out straight.
        {N} sledge ropes wait in a row, each with a tag, and each tag has been written by the same hard pencil.
        The {wood} wedge under the crank has split, and a second wedge has been driven into the split.
        A draught comes down the hundred paces and arrives out of breath.
    """),
    "chapel": listed("""
        The stove has not been lit, and the breath of everyone who prayed this week has frozen on the whitewash.
        A page turns on the desk by itself, then thinks better of it.
        The painted masons on the board go on looking at their weir through the lamp smoke.
        On the second bench lies a mitten of {stuff}, and it has been waiting there long enough to be furniture.
        Snow slides off the roof, slowly, and then the window is lighter by one pane.
        The rope of the stopped clock hangs down beside the door, and someone has tied it up out of reach.
        {N} candle ends stand in a saucer in order of their height.
        The ink has to be held under an arm before it can be used, and then it writes brown.
        Six benches, and on each of them the cold has taken its place.
        The wind finds the keyhole and plays the one note that it knows there.
        A {bird} has got in under the tiles, and is being ignored into leaving.
        The book lies open at a ruled line with nothing written over it.
        Somebody has left {n} apples on the sill for whoever may need them, and they are down to the cores.
        The floor has {n} stones with names, and people step round them without knowing that they do.
    """),
    "toll-house": listed("""
        The tiled stove gives off a heat that smells of money.
        The curtain hangs in front of the window and does not quite hang still.
        On the chart the squares of the lake are inked in, and {n} more of them than last time.
        The clock on the wall is right, and makes a point of it.
        Your boots have left {n} wet marks on the only carpet in the valley.
        A clerk's pen begins to scratch in the next room, stops when you speak, and begins again.
        The desk has {n} drawers, and the top one is never quite shut.
        Somebody has brushed the ink-pot, the ruler and the bell into a line that you could sight a gun along.
        A tray stands ready with {n} small glasses and nothing to put in them.
        Behind the panels the mice are keeping accounts of their own.
        The {wood} of the counter has been polished until it gives you back with the corners rounded.
        There is a chair for visitors, and it is lower than it looks.
        A seal as big as a bun lies on the blotter, face down.
        Outside a sledge goes past under load, and the glass in the lamp rings to it.
    """),
    "idle-mill": listed("""
        Forty small things are running, and no two of them agree.
        A saucer of springs trembles each time a foot comes down, and so everyone walks softly.
        The great stones lean against the wall like two fat men who have been asked to wait.
        A clock without a face says {n}, and then, after consulting itself, says it again.
        The millrace outside is dry, and the wind goes down it in place of the water.
        Wheels, pinions and {n} pairs of tweezers cover the lid of a flour chest.
        On the wall is a drawing of the gate in red chalk, with arrows, and with a heart beside one of the arrows.
        A smell of {wood} and lamp oil comes up through the floor.
        Somewhere a mainspring lets go, and a cover rolls past you and falls over by the door.
        The model of the weir stands under a cheese cloth, and {n} drops hang on its little sluice.
        Frost has grown on the inside of the window in the shape of gears.
        An alarm goes off inside a boot, and is thanked.
        A tray of screws has been sorted by somebody who was called away at the letter {letter}.
        The lamp has been hung from a tooth of the old crown wheel, and turns a little, and so do the shadows.
    """),
    "ice-landing": listed("""
        Blocks of ice stand in streets, and down the streets the wind goes about its errands.
        A saw bites, sings and stops, and {n} men lean on the bar together.
        The cut channel smokes in the cold, black as a stove.
        Straw is everywhere, and where there is no straw there is a man asking for it.
        Under your soles the lake says something long, and from the far shore it is answered.
        {N} sledges stand nose to tail on the ramp with their shafts in the air.
        A horse with ice on its whiskers is eating {stuff} out of somebody's pocket.
        The crew has built a fire on an iron sheet, and it has melted itself a bath and sits in it.
        The light comes up out of the blocks, green at the edge and blue further in.
        A {bird} walks along the rim of the channel, looks in, and thinks of something else.
        To the east the snow slip lies across the weir walk, as high as a house and as quiet as one.
        A block goes down the ramp with a noise like a drawer, and another, and {n} more.
        Someone has left {n} pairs of gloves on a stake to freeze, because that is how one gets the water out.
        {Weather} comes over the lake toward you, and the men turn their collars up one after another, in order.
    """),
}

GESTURES = {
    "nils": listed("""
        Nils hops from one foot to the other, and everything on his belt hops after him.
        The boy takes a nail, a whistle string and {n} buttons out of his pocket and puts them back in another order.
        Nils looks over his shoulder at the pump as though it might repeat what it hears.
        The sleeves of the coat come down over his hands, and he talks on from inside them.
        Nils draws in the snow with a stick while he speaks, and rubs it out with his heel before it is done.
        He breathes on a coin of ice and looks at you through it with one enormous eye.
        Nils walks along the edge of the trough, {n} steps there and {n} back, without once looking down.
        He has an apple core in his fist, and conducts with it.
    """),
    "hedda": listed("""
        Hedda slaps a loaf on its bottom, listens, and puts it back as one sends a child to bed.
        She wipes her forehead with her wrist, and the wrist leaves it whiter.
        Hedda shoves a heel of bread at you without turning her head.
        She counts the cloths along the board, gets {n}, and counts them once more to be in the right.
        Hedda kicks the oven door shut behind her, and it knows its way.
        She holds a spoon under your nose until you have tasted what is on it.
        The red side of her face is toward the fire, and the other might belong to a different woman.
        Hedda cuts the dough with a string, {n} times, and each piece weighs what it ought to.
    """),
    "jorun": listed("""
        Jorun walks backwards past you, paying out yarn, and her heel finds the next plank by itself.
        She runs the cord through her fingers, and stops at a place where you would have felt nothing.
        Jorun lays three strands over her palm, and they lie down in order.
        She looks at your hands first and at your face afterwards.
        The hemp dust in her brows makes her look surprised, and she is not.
        Jorun ties {n} knots while you are still thinking of the next thing to say, and unties one.
        She leans her back against a post as if it were the one person she need not explain things to.
        Jorun draws a splinter out of her thumb, reads it, and drops it in the tar fire.
    """),
    "teodor": listed("""
        Teodor dries his pen, lays it along the gutter of the book, and only then looks up.
        He unwinds one of his scarves, considers the second, and winds the first on again.
        The warden rules a line so lightly that it is more of an intention.
        He turns back {n} pages, finds what he was afraid of, and turns forward again.
        Teodor blows on his fingers, one at a time, left to right.
        He moves the candle nearer to the page and himself further from the candle.
        The old man's lips go on a little after his sentence has ended.
        He folds a paper in {n}, and puts it between the leaves where the ribbon is.
    """),
    "talle": listed("""
        Emeric Talle squares a sheet of paper with the edge of the desk, and then the desk with himself.
        The reeve looks at the clock, and then at you, as if one of you must be wrong.
        He touches his collar where it does not need touching.
        Talle opens the top drawer by the breadth of a finger, and shuts it.
        He has moved, without seeming to, so that he has the curtain behind him again.
        The reeve lines up {n} coins, takes away the one that is worn, and begins afresh.
        Talle smiles as a man does who has read that it helps.
        He dips his pen, and lets the drop fall back, and dips it once more.
    """),
    "wenzel": listed("""
        Wenzel pushes one pair of spectacles up, pulls another down, and looks for the third.
        He holds a cogwheel to his ear and nods, as though it had made a good point.
        The clock-mender begins three sentences with his hands before the first one reaches his mouth.
        Wenzel drops a screw, and stands quite still until he has heard where it goes.
        He winds something in his pocket, {n} turns, and is calmer.
        He draws on the table with a wet finger, and it is the gate, and then it has dried.
        Wenzel pats the old mill wheel as he goes by, in case it feels left out.
        He has put {n} pins between his lips and talks round them perfectly well.
    """),
    "sunniva": listed("""
        Sunniva spits on her hands, looks at them, and goes on talking instead.
        She leans on the six-foot saw as others lean on a gate.
        The forewoman shouts something over your head, and {n} men change what they are doing.
        She laughs, and a piece of ice lets go of the pile behind her.
        Sunniva knocks with her pole on the ice, head to one side, and does not say what she heard.
        The split eyebrow goes up on one side only, and that is as good as a question.
        She breaks a crust over her knee and gives you the larger half without asking.
        Sunniva picks up a block that two men have been discussing, and puts it where it belongs.
    """),
}

AROUND = listed("""
    {Weather} has been promised since the morning, and now it is here, and nobody seems pleased to be right.
    Far up, where the weir is, something knocks once, and it might be a beam.
    The light is going the colour of {stuff}.
    You notice that your fingers have come back, one after another, and that each of them has a complaint.
    Somewhere a {bird} says the same thing {n} times and is not contradicted.
    There is a silence of the kind that is not empty.
    It smells of {wood}, of wet wool and, very faintly, of {food}.
    Your coat has begun to drip, and a small dark map is growing around your boots.
    The letter against your ribs has gone soft with carrying, and you shift it to the other side.
    A door bangs somewhere, and then, as an afterthought, once more.
    For a moment the talk stops of itself, the way a cart does on level ground.
    Snow comes down in flakes so large that one could take them back to the shop.
    You hear the lake, or you hear your own blood, and they have the same opinion.
    A cart goes past outside with a wheel that needs grease, and tells everyone.
    The cold has a way of waiting for you at the edges of a room.
    Up on the slope {n} pines let go of their snow together, and spring back as if nothing had been said.
    You think of the pass, and of how the road looked from above, and that it only looked short.
    Someone is whistling, a tune with {n} notes, and the last of them is always wrong.
    The shadows have moved on by the width of a hand since you last looked.
    A gust of {weather} presses against the wall, and the wall presses back.
    There are crumbs in your pocket, and you cannot remember of what.
    The bells of a sledge team come near, go by, and are gone, {n} of them by the sound.
    Your breath stands in front of you longer than it should, as if it were listening.
    Somebody has chalked a tally on the doorpost, {n} strokes and a cross, and it means nothing to you.
    Under the talk there is always that other sound, high and even, and nobody here hears it any more.
    You count the roofs from habit, and stop at {n}, because the rest are only snow.
    It is the hour at which people light the lamp and then pretend that they need not have.
    A feather of {stuff} drifts down from somewhere and settles on your sleeve.
    The wind drops, all at once, and everything leans a little the other way.
    Nobody says anything about the water, and you begin to hear how they do not.
""")

MISSES = listed("""
    On a slate by the door stand the prices of the day: {goods} at {price}, {goods2} at {price2}, and no credit.
    You see a hand push {treasure} {nook}, and then smooth over what would have shown it.
    A message has been chalked up for someone else: {feast}, {hour}, bring the dog.
    Behind you two people settle a debt, {sum} for {cause}, and shake on it as if it hurt.
    {Dish} has been brought for somebody, and goes back untouched: it never did agree with him.
    From the far end comes {sign}, and whoever it was meant for gets up and goes.
    A man you do not know swears by his mother to pay for {goods} before {feast}.
    Someone calls for {name}, and a voice says that {name} went to {town} years ago and {trade} there.
    A child is sent to look {nook}, and comes back with {treasure} and a dirty face.
    On a nail hangs a bill over {sum} for {cause}, and it has yellowed.
    You hear {price} named for {goods}, and then a laugh, and then a lower price.
    A notice says that whoever has found {treasure} is to bring it to the pump on {feast} at {hour}.
    The woman in front of you refuses {dish} with both hands and tells everybody what it once did to her.
    Twice you have heard {sign} from outside now, and both times the talk here stopped.
    An old soldier shows you {treasure} that he keeps {nook}, and makes you swear to forget it.
    Somebody is teased about {name}, who {trade} in {town} and has not written since {feast}.
""")

WALKING = listed("""
    You take your leave and go out, and the cold puts both hands on your face.
    The way is short and the air is long, and you arrive with it in your chest.
    You walk close to the walls, as everyone does, and look up, as everyone does.
    The path has been trodden by {n} pairs of boots since this morning, and yours makes no difference to it.
    Half way you meet a man with a ladder, and each of you lets the other pass until neither can.
    {Weather} goes along with you as far as the corner and then has business elsewhere.
    Behind you the door shuts, opens again for a glove that you had left, and shuts.
    A {bird} keeps ahead of you from post to post, like somebody showing the way for a tip.
    The snow has a crust today, and lets you go over it for {n} steps at a time before it changes its mind.
    You count your steps and lose the count where the wind comes round the chapel.
    Somebody has strewn ash on the slope, and for once you do not slide.
    A sledge overtakes you, straw and boys and all, and the last boy salutes.
    The roofs let down a little snow on each side of you, politely, never on you.
    You think about what you have just heard, and find that you have arrived.
    Two women stop talking as you go by and go on when you have gone, and that is almost friendly.
    The thaw is in no hurry yet, but a gutter drips, {n} drops to a breath.
""")

NIGHT = listed("""
    You are given a blanket that smells of {wood} and a corner that nobody else wanted, and you sleep like a plank.
    The night goes by in pieces: a dog, the clock that is wrong, {weather} on the shutters, and then a grey window.
    You dream of {n} lanterns on a long wall, and when you wake there is only the one, and it is morning.
    In the dark you hear the weir, higher than yesterday, you think, and then you think nothing.
    Somebody puts wood on before dawn and goes out again without a word, and you lie there and are grateful.
    You wake with the letter stuck to your shirt and the print of a rope across your cheek.
""")
