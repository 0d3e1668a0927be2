"""Games that are longer than a test can play: a played beginning, whose turns are told again and again."""

from itertools import cycle

from app.models.records.record import Record, RecordKind
from tests.integration.api.asking import Api

PLAYED = 12


async def long_game(api: Api, messages: int) -> str:
    """A game of the small scenario with at least so many messages; its id."""
    library, turns = api.container.library(), api.container.turns()
    sheet = api.container.scenarios().load("tide-bell")
    game_id = library.begin(sheet, "Mara", 7)
    for line in sheet.walkthrough[:PLAYED]:
        await turns.take_turn(game_id, line)
        await turns.settle(game_id)
    await turns.close(game_id)
    journal = library.read(game_id)
    played = [record for record in journal.records if record.kind is RecordKind.TURN]
    records, last = list(journal.records), played[-1]
    count = last.messages[-1].index + 1
    for again in cycle(played):
        if count >= messages:
            break
        last = _told_again(again, records[-1].seq, last, count)
        records.append(last)
        count += len(last.messages)
    long_id = library.import_journal(journal.model_copy(update={"records": tuple(records)}))
    await turns.settle(long_id)  # so that nothing is condensed while a test measures
    await turns.close(long_id)
    return long_id


def _told_again(record: Record, seq: int, last: Record, first_message: int) -> Record:
    """The turn after the last one, which says what an earlier one said and changes nothing."""
    turn = last.turn + 1
    told = (
        message.model_copy(update={"index": first_message + number, "turn": turn, "marks": ()})
        for number, message in enumerate(record.messages)
    )
    return Record(
        seq=seq + 1,
        kind=RecordKind.TURN,
        parent=seq,
        turn=turn,
        at=record.at,
        player_input=record.player_input,
        speaker_id=record.speaker_id,
        messages=tuple(told),
        events=record.events,
    )
