"""What a player can want, one maker each, so that tables of typed lines stay short."""

from functools import partial

from app.agents.narrator.understanding.intents import Intent, Wish

Go = partial(Intent, Wish.GO)
GoBack = partial(Intent, Wish.GO_BACK)
Leave = partial(Intent, Wish.LEAVE)
Look = partial(Intent, Wish.LOOK)
Examine = partial(Intent, Wish.EXAMINE)
Push = partial(Intent, Wish.PUSH)
Close = partial(Intent, Wish.CLOSE)
Climb = partial(Intent, Wish.CLIMB)
Place = partial(Intent, Wish.PLACE)
Fix = partial(Intent, Wish.FIX)
Cross = partial(Intent, Wish.CROSS)
Take = partial(Intent, Wish.TAKE)
Drop = partial(Intent, Wish.DROP)
Give = partial(Intent, Wish.GIVE)
Use = partial(Intent, Wish.USE)
Fight = partial(Intent, Wish.FIGHT)
Talk = partial(Intent, Wish.TALK)
Ask = partial(Intent, Wish.ASK)
Tell = partial(Intent, Wish.TELL)
Say = partial(Intent, Wish.SAY)
Vow = partial(Intent, Wish.VOW)
Note = partial(Intent, Wish.NOTE)
LookUp = partial(Intent, Wish.LOOK_UP)
Wait = partial(Intent, Wish.WAIT)
WaitUntil = partial(Intent, Wish.WAIT_UNTIL)
Outside = partial(Intent, Wish.OUTSIDE)
Whether = partial(Intent, Wish.WHETHER)
Unknown = partial(Intent, Wish.UNKNOWN)
