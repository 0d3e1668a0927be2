// All that the page asks of the server: `/v1` with fetch, as docs/how-to/use-the-api.md describes it. Nothing here knows a view.
import { eventsOf } from "./sse.js";
import { tokenFor } from "./store.js";

/** A problem that the server told: `message` is one line to show, `title`, `status` and `type` say which. */
export class Problem extends Error {
  constructor({ title = "Something went wrong", detail = "", status = 0, type = "" }) {
    super(detail || title);
    Object.assign(this, { title, detail: detail || title, status, type: type.split(":").at(-1) });
  }
}

/** The connection broke: the same request can be sent again, with the same key. */
export class Unreachable extends Error {}

/** A key for one request that changes something: sent again with it, it is done once. */
export const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

/** Ask and read the answer's JSON. `key` for what changes something; without one a key is made up. */
export async function ask(method, path, body, { key, signal } = {}) {
  const answer = await send(method, path, body, { key: key ?? (method === "GET" ? null : newKey()), signal });
  return readable(answer.status === 204 ? Promise.resolve(null) : answer.json());
}

export const get = (path, options) => ask("GET", path, undefined, options);

/** A file of the page's own, which is no answer of the API. */
export async function file(path) {
  const answer = await readable(fetch(path));
  if (!answer.ok) throw new Problem({ title: `The server answered ${answer.status}.`, status: answer.status });
  return readable(answer.blob());
}

/** A picture of the API, as an address that the page's policy lets it show. */
export async function picture(path) {
  const answer = await send("GET", path);
  return dataAddress(await readable(answer.blob()));
}

/** A file as a data address. */
export const dataAddress = (blob) =>
  new Promise((done, failed) => {
    const reader = Object.assign(new FileReader(), { onload: () => done(reader.result), onerror: () => failed(reader.error) });
    reader.readAsDataURL(blob);
  });

/** A request that is sent until it is answered: with the same key a second one changes nothing. */
export async function askSurely(method, path, body, { onLost = () => {} } = {}) {
  const key = newKey();
  for (let seconds = 0.5; ; seconds = Math.min(seconds * 2, 10)) {
    try {
      return await ask(method, path, body, { key });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      onLost();
      await untilOnline(seconds);
    }
  }
}

/** Play a turn (`what`: turns, retry, turns/4/edit) and watch it told: `onText` gets each piece. Gives the finished turn,
 * or throws a Problem. */
export async function playTurn(gameId, what, body, { key, onText }) {
  const answer = await send("POST", `/games/${gameId}/${what}`, body, { key, accept: "text/event-stream" });
  for await (const { name, data } of told(answer)) {
    if (name === "text") onText(data);
    else if (name === "turn") return data;
    else if (name === "problem") throw new Problem(data);
  }
  throw new Unreachable("The turn's stream ended early.");
}

/** The events of an answer that comes piece by piece, until its end or until `signal` stops it. Throws a Problem that it tells. */
export async function* eventsOfAnswer(path, body, signal) {
  const answer = await send("POST", path, body, { key: newKey(), accept: "text/event-stream", signal });
  for await (const { name, data } of told(answer)) {
    if (name === "problem") throw new Problem(data);
    yield { name, data };
  }
}

/** The events of a game from now on, or behind `lastId`; ends only by breaking. The first is our own: `open`. */
export async function* gameEvents(gameId, lastId, signal) {
  const answer = await send("GET", `/games/${gameId}/events`, undefined, { lastId, signal });
  yield { name: "open", data: null, id: null };
  yield* told(answer);
}

/** Waits some seconds, or until the browser says that it is online again. */
export function untilOnline(seconds) {
  return new Promise((done) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener("online", finish);
      done();
    };
    const timer = setTimeout(finish, seconds * 1000);
    addEventListener("online", finish);
  });
}

async function* told(answer) {
  try {
    yield* eventsOf(answer.body);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message);
  }
}

async function send(method, path, body, { key, accept, lastId, signal } = {}) {
  const isFile = body instanceof Blob && body.type !== "application/json";
  const token = tokenFor(/^\/games\/([^/?]+)/.exec(path)?.[1]);
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "Content-Type": isFile ? "application/octet-stream" : "application/json" }),
    ...(key && { "Idempotency-Key": key }),
    ...(accept && { Accept: accept }),
    ...(lastId && { "Last-Event-ID": lastId }),
  };
  const text = body === undefined ? undefined : body instanceof Blob ? body : JSON.stringify(body);
  const answer = await readable(fetch(`/v1${path}`, { method, headers, body: text, signal, cache: "no-store" }));
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({ title: `The server answered ${answer.status}.` }));
  throw new Problem({ status: answer.status, ...problem });
}

/** What fetch throws says no more than that nothing came; stopping on purpose stays what it is. */
async function readable(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message);
  }
}
