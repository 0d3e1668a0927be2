/** A typed client of Talekeeper's HTTP API. Its types are made of the server's OpenAPI document; written by hand are
 * only the streams: a turn that is told piece by piece, and the events of a game, both of which go on after the
 * connection broke. */
import { EventSourceParserStream } from "eventsource-parser/stream";
import createClient, { type Client } from "openapi-fetch";
import type { paths, ProblemDetails, StreamEvents, TurnOut } from "./schema.js";

export type * from "./schema.js";

/** An event of a stream: its name, its data, and the id to go on from, where it has one. */
export type StreamEvent = {
  [Name in keyof Required<StreamEvents>]: { event: Name; data: Required<StreamEvents>[Name]; id?: string };
}[keyof StreamEvents];

export interface Options {
  /** Of a role that may do what is asked; none for a server on this machine that asks for none. */
  token?: string;
  /** Instead of the runtime's own. */
  fetch?: typeof fetch;
  /** How often a broken stream is opened again before the error is thrown; each time after twice as long a pause. */
  attempts?: number;
  /** Milliseconds before a broken stream is opened again for the first time. */
  pause?: number;
}

export interface FollowOptions {
  /** The id of the last event that was read: the stream goes on behind it. */
  lastId?: string;
  signal?: AbortSignal;
}

export interface PlayOptions {
  /** Called with each event of the turn, among them pieces of its text; a turn that is asked for again may repeat
   * them. */
  onEvent?: (event: StreamEvent) => void;
  playerId?: string;
  /** A key for this one turn: the same line with the same key is played once. By default a new one. */
  key?: string;
  signal?: AbortSignal;
}

/** What the server says when something does not work; docs/how-to/use-the-api.md lists the types. */
export class ProblemError extends Error {
  constructor(readonly problem: ProblemDetails) {
    super(problem.detail);
  }

  /** The end of the problem's type, such as `not-found`. */
  get type(): string {
    return this.problem.type.slice(this.problem.type.lastIndexOf(":") + 1);
  }
}

class Broken extends Error {}

export interface Talekeeper extends Client<paths> {
  /** Play a line, however often the connection breaks, and return the turn. */
  play(gameId: string, line: string, options?: PlayOptions): Promise<TurnOut>;
  /** The events of a game as they happen, until you stop reading; after a break it goes on behind the last one. */
  follow(gameId: string, options?: FollowOptions): AsyncGenerator<StreamEvent, void>;
}

/** A client of the server at a URL such as `http://127.0.0.1:8000`. */
export function createTalekeeper(url: string, options: Options = {}): Talekeeper {
  const { token, fetch: send = fetch, attempts = 5, pause = 500 } = options;
  const base = url.replace(/\/+$/, "");
  const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const client = createClient<paths>({ baseUrl: base, headers: authorization, fetch: send });

  /** The events of a response; throws Broken where it ends other than by the server's will. */
  async function* read(path: string, init: RequestInit & { headers: Record<string, string> }) {
    const headers = { ...authorization, ...init.headers, Accept: "text/event-stream" };
    const response = await send(`${base}${path}`, { ...init, headers }).catch(broken(init.signal));
    if (!response.ok) throw await problemOf(response);
    if (response.body === null) throw new Broken("The answer has no body.");
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    try {
      for await (const { event, data, id } of events) {
        if (event !== undefined) yield { event, data: JSON.parse(data), id } as StreamEvent;
      }
    } catch (error) {
      broken(init.signal)(error);
    }
  }

  /** Waits before the next attempt; throws the error if there is none. */
  async function again(error: unknown, attempt: number): Promise<void> {
    if (!(error instanceof Broken) || attempt >= attempts) throw error;
    await new Promise((done) => setTimeout(done, pause * 2 ** (attempt - 1)));
  }

  async function play(gameId: string, line: string, { onEvent, playerId, key, signal }: PlayOptions = {}) {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key ?? crypto.randomUUID() };
    const body = JSON.stringify({ text: line, player_id: playerId });
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const event of read(`/v1/games/${gameId}/turns`, { method: "POST", headers, body, signal })) {
          onEvent?.(event);
          if (event.event === "problem") throw new ProblemError(event.data);
          if (event.event === "turn") return event.data;
        }
        throw new Broken("The stream ended before the turn did.");
      } catch (error) {
        await again(error, attempt);
      }
    }
  }

  async function* follow(gameId: string, { lastId, signal }: FollowOptions = {}): AsyncGenerator<StreamEvent, void> {
    let known = lastId;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const headers: Record<string, string> = known === undefined ? {} : { "Last-Event-ID": known };
        for await (const event of read(`/v1/games/${gameId}/events`, { headers, signal })) {
          attempt = 1;
          known = event.id ?? known;
          yield event;
        }
        throw new Broken("The stream ended.");
      } catch (error) {
        if (signal?.aborted) return;
        await again(error, attempt);
      }
    }
  }

  return Object.assign(client, { play, follow });
}

/** Rethrows what stopped a request: as Broken, unless it was stopped on purpose. */
function broken(signal: AbortSignal | null | undefined): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted || error instanceof SyntaxError) throw error;
    throw new Broken("The connection broke.", { cause: error });
  };
}

async function problemOf(response: Response): Promise<ProblemError> {
  const detail = `The server answered ${response.status}.`;
  const unknown = { type: "about:blank", title: response.statusText, status: response.status, detail };
  return new ProblemError(await response.json().catch(() => unknown));
}
