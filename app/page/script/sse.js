// Server-sent events as fetch gives them: EventSource can neither send a token nor post.

/** Silence after which a stream counts as broken: the server says something every 15 s. */
export const SILENCE = 40_000;

/** The events of a body, each `{ name, data, id }`, in order. Rejects when nothing comes for too long. */
export async function* eventsOf(body, silence = SILENCE) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence);
      if (done) return;
      const blocks = (left + value).replaceAll("\r\n", "\n").split("\n\n");
      left = blocks.pop();
      for (const block of blocks) {
        const event = parsed(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // it may have ended by itself
  }
}

/** One block of lines as an event; null for a comment. */
export function parsed(block) {
  const event = { name: "message", data: [], id: null };
  for (const line of block.split("\n")) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (field === "event") event.name = value;
    else if (field === "id") event.id = value;
    else if (field === "data") event.data.push(value);
  }
  return event.data.length ? { ...event, data: JSON.parse(event.data.join("\n")) } : null;
}

function within(promise, milliseconds) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("Nothing came for too long.")), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
