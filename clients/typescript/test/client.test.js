// Against the server whose address is in TALEKEEPER_URL: `make clients` starts one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTalekeeper, ProblemError } from "../dist/index.js";

const url = process.env.TALEKEEPER_URL;

/** A fetch whose streams break: the first as many as `breaks`, each after some bytes. */
function breaking(breaks, bytes) {
  const sent = [];
  const send = async (address, init) => {
    const answer = await fetch(address, init);
    sent.push(init);
    if (init?.headers?.Accept !== "text/event-stream" || breaks-- <= 0) return answer;
    let left = bytes;
    const cut = new TransformStream({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) controller.error(new TypeError("the line is dead"));
      },
    });
    return new Response(answer.body.pipeThrough(cut), { status: answer.status, headers: answer.headers });
  };
  return { send, sent };
}

async function begun(talekeeper, players = ["Mara"]) {
  const { data } = await talekeeper.POST("/v1/games", { body: { scenario: "tide-bell", players, model: "offline" } });
  return data.id;
}

test("operations answer with what the document says, or with a problem", async () => {
  const talekeeper = createTalekeeper(url);
  const id = await begun(talekeeper);
  const { data: scene } = await talekeeper.GET("/v1/games/{game_id}/scene", { params: { path: { game_id: id } } });
  assert.equal(scene.place.id, "ferry-landing");
  const { data, error } = await talekeeper.GET("/v1/games/{game_id}", { params: { path: { game_id: "nowhere" } } });
  assert.deepEqual([data, error.status], [undefined, 404]);
});

test("a turn is told in pieces that make up its text", async () => {
  const talekeeper = createTalekeeper(url);
  const told = [];
  const turn = await talekeeper.play(await begun(talekeeper), "ask Tove about the bell", {
    onEvent: ({ event, data }) => event === "text" && told.push(data.words),
  });
  assert.ok(turn.events.some((event) => event.kind === "topic_told" && event.npc_id === "tove"));
  assert.match(told.join(""), /Three nights/);
});

test("a turn whose stream breaks is played once", async () => {
  const { send, sent } = breaking(2, 40);
  const talekeeper = createTalekeeper(url, { fetch: send, pause: 1 });
  const id = await begun(talekeeper);
  const turn = await talekeeper.play(id, "ask Tove about the bell");
  assert.equal(turn.turn, 1);
  const keys = sent.map((init) => init?.headers?.["Idempotency-Key"]).filter(Boolean);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  const { data } = await talekeeper.GET("/v1/games/{game_id}", { params: { path: { game_id: id } } });
  assert.equal(data.turn, 1);
});

test("a line that breaks too often is given up", async () => {
  const talekeeper = createTalekeeper(url, { fetch: breaking(9, 40).send, pause: 1, attempts: 2 });
  await assert.rejects(talekeeper.play(await begun(talekeeper), "wait"), /broke/);
});

test("what the server refuses is not asked for again", async () => {
  const { send, sent } = breaking(0, 0);
  const talekeeper = createTalekeeper(url, { fetch: send, pause: 1 });
  await assert.rejects(talekeeper.play("nowhere", "wait"), (error) => error instanceof ProblemError && error.type === "not-found");
  assert.equal(sent.length, 1);
});

test("a game is followed past a break without losing or repeating an event", async () => {
  const plain = createTalekeeper(url);
  const id = await begun(plain);
  const talekeeper = createTalekeeper(url, { fetch: breaking(3, 3000).send, pause: 1 });
  const turns = [];
  const kinds = [];
  const playing = (async () => {
    for (const line of ["ask Tove about the bell", "look around", "wait"]) await plain.play(id, line);
  })();
  for await (const { event, data, id: at } of talekeeper.follow(id, { lastId: "0.0" })) {
    if (at !== undefined && event !== "stands") kinds.push(at);
    if (event === "turn") turns.push(data.turn);
    if (turns.length === 3) break;
  }
  await playing;
  assert.deepEqual(turns, [1, 2, 3]);
  assert.equal(new Set(kinds).size, kinds.length);
});

test("who stops following is sent nothing more, and no error", async () => {
  const talekeeper = createTalekeeper(url);
  const stopping = new AbortController();
  const names = [];
  for await (const { event } of talekeeper.follow(await begun(talekeeper), { signal: stopping.signal })) {
    names.push(event);
    stopping.abort();
  }
  assert.deepEqual(names, ["stands"]);
});
