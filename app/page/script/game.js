// One open game: its turns as far as they were asked for, the scene, what is being told, and the stream that keeps all of
// it as the server has it. Every view of a game looks at the same one.
import { Problem, Unreachable, ask, askSurely, gameEvents, get, newKey, playTurn, untilOnline } from "./api.js";
import { createStore, keepRead, readUpTo } from "./store.js";
import { UNTOLD, withPiece } from "./telling.js";
import { joined, replaced } from "./turns.js";

const FIRST_PAGE = 40;
const PAGE = 50;

let open = null;

/** The game of this id, opened once; another one that was open is closed. */
export function gameOf(id) {
  if (open?.id !== id) {
    open?.close();
    open = new Game(id);
  }
  return open;
}

export function closeGame() {
  open?.close();
  open = null;
}

/**
 * `store` holds
 *   info, scene       as /v1 has them; null until they came
 *   turns             oldest first, as far as they were asked for; `breaks`: those before which others are missing
 *   telling           the line that is being played: { line, key, playerId, parts, tail, began, replaces, lost }
 *   heard             a turn that somebody else plays: { turn, parts, tail }; parts as telling.js has them
 *   waiting           lines that were typed meanwhile
 *   returned          a line that goes back into the input: { text, isUndone, instead }, `instead` of what an undo put there before
 *   undone            the lines of the turns that were taken back just now, the last one last; `emptied`: one that leaves the input
 *   notice, failure   one sentence: what was done; why something was not
 *   connection        "opening", "open" or "lost"; `refused`: a Problem that ends it all
 *   answers           where the last line has several answers: { turn, seqs, at }, the present one at `at`; else null
 *   waits             how many memories and thoughts are being made
 *   remarks           the talk at the table, oldest first; `unread`: how many of them nobody here has seen
 *   failed            memories that could not be made and wait for another try: { of, why }; `retries`: that is under way
 * and what the reader looks at
 *   chosen, sought    numbers of the turn that is looked into, null: the newest; and of the one that a thread leads to
 *   sources           ids of what the chosen words repeat
 *   panel             { tab, isOpen }: where the window is narrow, it is a sheet that is shut at first
 */
export class Game {
  constructor(id) {
    this.id = id;
    this.store = createStore({
      info: null, scene: null, turns: [], breaks: [], telling: null, heard: null, waiting: [], returned: null, undone: [],
      notice: "", failure: "", connection: "opening", refused: null, answers: null, waits: 0, failed: [], retries: false, remarks: [], unread: 0,
      chosen: null, sought: null, sources: [], panel: { tab: "here", isOpen: false },
    });
    this.closing = new AbortController();
    this.prompts = new Map();
    this.#follow();
  }

  get state() {
    return this.store.get();
  }

  /** Whether the reader may see memories and prompts, and whether it may act. */
  get isMaster() {
    return ["master", "admin"].includes(this.state.scene?.role);
  }

  get mayAct() {
    return ["player", "master", "admin"].includes(this.state.scene?.role);
  }

  /** Whether the last turn may be taken back: a player's own, by the game master any. */
  get mayUndo() {
    const last = this.state.turns.at(-1);
    return this.mayAct && last !== undefined && (this.isMaster || last.player_id === this.state.scene.player_id);
  }

  /** Whether a turn's line may be edited or played again, as for `mayUndo`. */
  owns(turn) {
    return this.isMaster || turn.player_id === this.state.scene.player_id;
  }

  close() {
    this.closing.abort();
  }

  // -- what a player does ---------------------------------------------------------------------------------------------

  /** Play a line; while another is being told, it waits for its end. What the game's own help calls /undo, /retry and
   * /continue are no lines. */
  async play(text, playerId = null) {
    const line = text.trim();
    if (!line) return;
    if (line === "/undo") return this.undo();
    if (line === "/continue") return this.goOn();
    const [, retry, hint] = /^(\/retry)\b\s*(.*)$/s.exec(line) ?? [];
    if (retry) return this.again(hint);
    if (this.state.telling) {
      this.store.set(({ waiting }) => ({ waiting: [...waiting, { line, playerId }] }));
      return;
    }
    await this.#tell({ line, playerId }, "turns", { text: line, player_id: playerId });
  }

  /** Play the last line once more; `hint`: a wish for the new answer. */
  async again(hint) {
    const last = this.lastLine();
    if (!last || this.state.telling) return;
    return this.#tell({ line: last.player_input, playerId: last.player_id, replaces: last.turn }, "retry", hint ? { hint } : undefined);
  }

  /** Let the narrator go on without a line. */
  async goOn() {
    if (this.state.telling) return;
    return this.#tell({ line: "" }, "continue");
  }

  /** Ask which answers the last line has got; there are several where it was played again. */
  async #countAnswers() {
    const [last, { scene }] = [this.state.turns.at(-1), this.state];
    const mayBeSeveral = scene?.answers > 1 && this.mayUndo && last.player_input !== null;
    const { items, chosen } = (mayBeSeveral && (await this.#tried(() => get(`/games/${this.id}/answers`)))) || { items: [] };
    const seqs = items.map(({ seq }) => seq);
    this.store.set({ answers: seqs.length > 1 ? { turn: last.turn, seqs, at: seqs.indexOf(chosen) } : null });
  }

  /** Bring back the answer before the present one (`by` -1) or behind it (1). */
  async chooseAnswer(by) {
    const { answers, telling } = this.state;
    const seq = answers?.seqs[answers.at + by];
    if (seq === undefined || telling) return;
    const turn = await this.#tried(() => askSurely("POST", `/games/${this.id}/answers/choose`, { seq }));
    if (!turn) return;
    this.#apply(turn);
    await this.refresh();
  }

  /** Other words for what a model wrote in a message. */
  async changeWords(messageId, text) {
    const turn = await this.#tried(() => askSurely("PUT", `/games/${this.id}/messages/${messageId}`, { text }));
    if (!turn) return false;
    this.#apply(turn);
    await this.refresh();
    return true;
  }

  /** Other words for a line. As a branch they are played in a new game, whose id this gives. */
  async edit(turn, text, asBranch) {
    const old = this.state.turns.find((each) => each.turn === turn);
    const what = `turns/${turn}/edit`;
    if (asBranch) return this.#tried(() => ask("POST", `/games/${this.id}/${what}`, { text, as_branch: true }));
    return this.#tell({ line: text, playerId: old?.player_id, replaces: turn }, what, { text });
  }

  /** A new game that goes its own way behind a turn. */
  branch(turn) {
    return this.#tried(() => askSurely("POST", `/games/${this.id}/branches`, { turn }));
  }

  /** Take the last turn back. Its line goes back into the input. */
  async undo() {
    if (this.state.telling) return;
    const answer = await this.#tried(() => askSurely("POST", `/games/${this.id}/undo`, { turns: 1 }));
    if (!answer) return;
    const [{ turn, player_input: line }] = answer.undone;
    this.store.set(({ turns, undone }) => ({
      turns: turns.filter((each) => each.turn < turn),
      returned: { text: line ?? "", instead: undone.at(-1), isUndone: true },
      notice: takenBack(line),
      undone: [...undone, line ?? ""],
    }));
    this.refresh();
  }

  /** Bring back the turn that was taken back last, and its line out of the input. */
  async redo() {
    const undone = this.state.undone.slice(0, -1); // the stream may bring the turn before the answer comes
    const turn = await this.#tried(() => askSurely("POST", `/games/${this.id}/redo`));
    if (!turn) return this.store.set({ undone: [] });
    this.#apply(turn, { notice: undone.length ? takenBack(undone.at(-1)) : "", emptied: turn.player_input, undone });
    await this.refresh();
  }

  /** End the telling early; what was told stays. */
  async stop() {
    await this.#tried(() => ask("POST", `/games/${this.id}/turns/current/stop`));
  }

  /** Have what could not be remembered tried again. */
  async settle() {
    this.store.set({ retries: true });
    const jobs = await this.#tried(() => ask("POST", `/games/${this.id}/settle`));
    this.store.set({ retries: false, ...(jobs && waiting(jobs)) });
  }

  // -- the talk at the table, aside from the story --------------------------------------------------------------------

  /** Write to everybody at the table. The answer may come after the stream has told of it. */
  async say(text) {
    this.#takeRemark(await askSurely("POST", `/games/${this.id}/remarks`, { text }));
  }

  async unsay(number) {
    await ask("DELETE", `/games/${this.id}/remarks/${number}`);
    this.#dropRemark(number);
  }

  /** Whoever looks at the talk has read all of it. */
  readTalk() {
    const newest = this.state.remarks.at(-1)?.number ?? 0;
    if (newest > readUpTo(this.id)) keepRead(this.id, newest);
    if (this.state.unread) this.store.set({ unread: 0 });
  }

  writerName(playerId) {
    return playerId === null ? "Game master" : this.playerName(playerId);
  }

  #takeRemark(remark) {
    this.store.set(({ remarks }) => this.#talk([...remarks.filter(({ number }) => number !== remark.number), remark].sort((one, other) => one.number - other.number)));
  }

  #dropRemark(number) {
    this.store.set(({ remarks }) => this.#talk(remarks.filter((remark) => remark.number !== number)));
  }

  #talk(remarks) {
    const { scene } = this.state;
    const mine = this.isMaster ? null : scene?.player_id;
    const read = readUpTo(this.id);
    return { remarks, unread: remarks.filter(({ number, player_id: writer }) => number > read && writer !== mine).length };
  }

  async #loadTalk() {
    if (this.mayAct) this.store.set(this.#talk((await get(`/games/${this.id}/remarks`)).items));
  }

  lastLine() {
    return this.state.turns.findLast((turn) => turn.player_input !== null) ?? null;
  }

  // -- what a view asks for -------------------------------------------------------------------------------------------

  /** Load the turns before one that is there. */
  loadBefore(turn) {
    return this.#load({ before: turn }, PAGE);
  }

  /** Load the turns that are missing after one that is there. */
  loadAfter(turn) {
    const end = this.state.breaks.filter((each) => each > turn).sort((one, other) => one - other)[0];
    return end === undefined ? null : this.#load({ before: Math.min(end, turn + 1 + PAGE) }, PAGE);
  }

  /** The turn of this number, with those around it; undefined where there is none. */
  async reach(number) {
    const isIt = ({ turn }) => turn === number;
    if (!this.state.turns.some(isIt)) await this.#load({ before: number + PAGE / 2 }, PAGE);
    return this.state.turns.find(isIt);
  }

  async #load(query, limit) {
    const page = await get(`/games/${this.id}/turns?${new URLSearchParams({ ...query, limit })}`);
    this.store.set((state) => joined(state, page.items.reverse(), page.next_cursor !== null, query.before));
  }

  /** The message of this id as it was told: `{ turn, speaker, text }`; undefined for what is none that can be read. */
  async message(id) {
    if (!/^m-\d+$/.test(id)) return undefined;
    const isIt = ({ message_ids: ids }) => ids.includes(id);
    if (!this.state.turns.some(isIt)) await this.#load({ message: id }, PAGE / 2);
    const turn = this.state.turns.find(isIt);
    if (!turn) return undefined;
    const parts = turn.parts.filter((part) => part.message_id === id);
    if (parts.length) return { turn, speaker: parts[0].speaker_name, text: parts.map(({ text }) => text).join("\n\n") };
    return turn.message_ids[0] === id && turn.player_input !== null
      ? { turn, speaker: this.playerName(turn.player_id), text: turn.player_input }
      : undefined;
  }

  /** The prompt of a turn, asked for once. */
  prompt(turn) {
    const key = `${turn.turn}.${turn.seq}`;
    if (!this.prompts.has(key)) {
      const asked = get(`/games/${this.id}/turns/${turn.turn}/prompt`);
      asked.catch(() => this.prompts.delete(key));
      this.prompts.set(key, asked);
    }
    return this.prompts.get(key);
  }

  /** Look into a turn: what was remembered for it, or for these of its words. */
  choose(turn, sources = []) {
    this.store.set({ chosen: turn, sources, sought: null });
  }

  show(tab) {
    this.store.set({ panel: { tab, isOpen: true } });
  }

  /** Have the story show a turn; it looks at `target` and loads what it needs. */
  leadTo(turn) {
    this.store.set({ sought: turn, target: { turn } });
  }

  playerName(id) {
    const { scene, info } = this.state;
    return scene?.players.find((player) => player.id === id)?.name ?? info?.players[0] ?? "";
  }

  // -- telling --------------------------------------------------------------------------------------------------------

  /** Play a line (`what` as for `playTurn`), then those that were typed meanwhile. */
  async #tell(telling, what, body) {
    const turn = await this.#told(telling, what, body);
    const [next, ...waiting] = this.state.waiting;
    if (next && turn) {
      this.store.set({ waiting });
      await this.play(next.line, next.playerId);
    } else if (next) {
      this.store.set(({ returned }) => ({ waiting: [], returned: { text: [returned?.text, next.line, ...waiting.map(({ line }) => line)].filter(Boolean).join("\n") } }));
    }
    return turn;
  }

  /** Show a line as being told until its turn is there. A broken connection sends it again with its key. */
  async #told(telling, what, body) {
    const key = newKey();
    const onText = (told) => this.#hear(told, key);
    this.store.set({ telling: { key, ...UNTOLD, began: Date.now(), lost: false, ...telling }, heard: null, notice: "", failure: "" });
    const failed = (message) => this.store.set({ telling: null, failure: message, returned: { text: telling.line } });
    for (let seconds = 0.5; ; seconds = Math.min(seconds * 2, 10)) {
      try {
        const turn = await playTurn(this.id, what, body, { key, onText });
        this.#apply(turn, { telling: null, heard: null });
        await this.refresh();
        return turn;
      } catch (error) {
        if (error instanceof Problem) return failed(error.message);
        if (!(error instanceof Unreachable)) throw error;
        this.#telling({ lost: true, ...UNTOLD });
        await untilOnline(seconds);
        this.#telling({ lost: false });
      }
    }
  }

  #telling(change) {
    this.store.set(({ telling }) => ({ telling: telling && { ...telling, ...change } }));
  }

  /** A piece of what is told: of our own line (with its key) from its own stream, of others' from the game's. */
  #hear(told, key = null) {
    const { turn } = told;
    const { telling } = this.state;
    if (telling && telling.key === key) {
      this.#telling(withPiece(telling, told));
    } else if (!telling && turn > (this.state.turns.at(-1)?.turn ?? 0)) {
      this.store.set(({ heard }) => ({ heard: { turn, ...withPiece(heard?.turn === turn ? heard : UNTOLD, told) } }));
    }
  }

  /** Put a turn in the place of all from its number on; false where it is there already, as our own is. */
  #apply(turn, also = {}) {
    const isNew = !this.state.turns.some(({ seq }) => seq === turn.seq);
    this.store.set((state) => (isNew ? { ...replaced(state, turn), undone: [], ...also } : also));
    return isNew;
  }

  async #tried(work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      this.store.set({ failure: error instanceof Problem ? error.message : "No connection." });
      return null;
    }
  }

  // -- keeping up -----------------------------------------------------------------------------------------------------

  /** Follow the game's events for as long as it is open. A stream that breaks goes on behind the last event. */
  async #follow() {
    const { signal } = this.closing;
    for (let last = null, seconds = 0.5; !signal.aborted; ) {
      try {
        for await (const event of gameEvents(this.id, last, signal)) {
          seconds = 0.5;
          await this.#take(event, last !== null);
          last = event.id ?? last;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && error.status < 500 && error.status !== 429) {
          this.store.set({ refused: error });
          return;
        }
        if (!(error instanceof Problem || error instanceof Unreachable)) console.error(error);
      }
      if (signal.aborted) return;
      this.store.set({ connection: "lost" });
      await untilOnline(seconds);
      seconds = Math.min(seconds * 2, 10);
    }
  }

  async #take({ name, data }, isResumed) {
    switch (name) {
      case "open":
        this.store.set({ connection: "open" });
        if (isResumed) {
          this.refresh();
          this.#loadTalk();
        }
        break;
      case "stands":
      case "missed":
        await this.#reload();
        break;
      case "text":
        this.#hear(data);
        break;
      case "turn":
        if (this.#apply(data, { heard: null })) this.refresh();
        break;
      case "undone":
        this.store.set(({ turns }) => ({ turns: turns.filter((turn) => turn.seq <= data.seq), heard: null }));
        if (this.state.breaks.some((turn) => turn > (this.state.turns.at(-1)?.turn ?? 0))) await this.#reload();
        else this.refresh();
        break;
      case "title":
        this.store.set(({ info }) => ({ info: info && { ...info, title: data.title } }));
        break;
      case "remark":
        this.#takeRemark(data);
        break;
      case "remark_removed":
        this.#dropRemark(data.number);
        break;
      case "memory":
      case "settled":
      case "unsettled":
      case "presence":
        this.refresh();
        break;
    }
  }

  async #reload() {
    const [info, page, scene] = await Promise.all([
      get(`/games/${this.id}`),
      get(`/games/${this.id}/turns?limit=${FIRST_PAGE}`),
      get(`/games/${this.id}/scene`),
    ]);
    const turns = page.items.reverse();
    this.store.set({ info, scene, turns, breaks: page.next_cursor === null ? [] : [turns[0].turn] });
    this.#countWaiting();
    this.#countAnswers();
    this.#loadTalk();
  }

  /** Read what the list of games says of it again. */
  async refreshInfo() {
    const info = await this.#tried(() => get(`/games/${this.id}`));
    if (info) this.store.set({ info });
  }

  /** Read the scene again. Asked several times at once, it is read once more. */
  refresh() {
    this.refreshing ??= (async () => {
      await new Promise((done) => setTimeout(done, 20));
      this.refreshing = null;
      try {
        this.store.set({ scene: await get(`/games/${this.id}/scene`) });
        await Promise.all([this.#countWaiting(), this.#countAnswers()]);
      } catch (error) {
        if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      }
    })();
    return this.refreshing;
  }

  async #countWaiting() {
    if (!this.isMaster) return;
    this.store.set(waiting(await get(`/games/${this.id}/jobs`)));
  }
}

const takenBack = (line) => (line ? `Taken back: “${line}”, and all that came of it.` : "The last turn is taken back.");

/** What is being made, and what failed with all that waits behind it. */
function waiting({ jobs, captures }) {
  const queues = Object.values(captures);
  const isHeld = ([first]) => first?.failures > 0;
  return {
    waits: jobs.length + queues.filter((queue) => !isHeld(queue)).flat().length,
    failed: queues.filter(isHeld).flatMap((queue) => queue.map(({ of_name: of }) => ({ of, why: queue[0].failure }))),
  };
}
