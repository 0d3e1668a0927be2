// A turn that is being told, as parts like those of a finished one: `{ kind, text, speaker_name, marks }`. Pure functions
// of { parts, tail }; `tail` are the letters that came last.

export const UNTOLD = { parts: [], tail: 0 };

/** With a piece that has come. */
export function withPiece({ parts }, { piece, words, speaker_id: speakerId, speaker_name: name, marks }) {
  const last = parts.at(-1);
  const goesOn = last !== undefined && last.speakerId === speakerId && !piece.startsWith("\n\n");
  const before = goesOn ? last : { text: "", marks: [], kind: "story", speakerId, speaker_name: name };
  const start = [...before.text].length;
  const part = { ...before, text: before.text + words, marks: [...before.marks, ...marks.map((mark) => ({ ...mark, start: mark.start + start, end: mark.end + start }))] };
  part.kind = speakerId ? "speech" : part.marks.some(({ kind }) => kind === "refusal") ? "refusal" : "story";
  return { parts: [...(goesOn ? parts.slice(0, -1) : parts), part], tail: [...words].length };
}

/** A part's paragraphs; what somebody says is one. */
export function paragraphsOf(part) {
  if (part.kind === "speech") return [part];
  let start = 0;
  return part.text.split(/(\n\n+)/).flatMap((text, at) => {
    const end = start + [...text].length;
    const marks = part.marks.filter((mark) => mark.start < end && start < mark.end)
      .map((mark) => ({ ...mark, start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start }));
    start = end;
    return at % 2 || !text.trim() ? [] : [{ ...part, text, marks }];
  });
}

/** How many letters have come. */
export const lengthOf = (told) => (told?.parts ?? []).reduce((sum, { text }) => sum + text.length, 0);
