// What the OpenAPI document says of each operation, in the order and the groups of its tags.

/** The operations as `{ id, title, method, path, tag, role, about, parameters, body, answer, status, samples }`. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [status, answer] = Object.entries(operation.responses)[0];
      return {
        id: operation.operationId,
        title: operation.summary,
        method: method.toUpperCase(),
        path,
        tag: operation.tags.at(-1),
        role: operation.security.flatMap(({ token = [] }) => token)[0] ?? "anybody",
        about: operation.description.split("\n\n"),
        parameters: operation.parameters ?? [],
        body: operation.requestBody?.content["application/json"]?.schema,
        answer: answer.content?.["application/json"]?.schema,
        status,
        samples: operation["x-codeSamples"],
      };
    }),
  );
}

/** The operations that have all words somewhere: in title, path, or what is said of them. */
export function withWords(operations, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ id, title, path, method, about }) => {
    const all = [id, title, path, method, ...about].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** `[tag, operations]` in order. */
export function byTag(operations) {
  const found = new Map();
  for (const operation of operations) found.set(operation.tag, [...(found.get(operation.tag) ?? []), operation]);
  return [...found];
}

/** A text as `{ text, isCode }`: what stands between backticks is code. */
export const spans = (text) =>
  text.replaceAll("``", "`").split("`").map((part, at) => ({ text: part, isCode: at % 2 === 1 })).filter(({ text }) => text);

/** The name of the schema that a reference is to. */
export const nameOf = ({ $ref }) => $ref?.split("/").at(-1);

/** A schema's type in words; `refs` are the names of schemas in it. */
export function typeOf(schema) {
  if (schema.$ref) return { words: nameOf(schema), refs: [nameOf(schema)] };
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return joined(several.map(typeOf), " or ");
  if (schema.const !== undefined || schema.enum) return { words: (schema.enum ?? [schema.const]).map((each) => JSON.stringify(each)).join(", "), refs: [] };
  if (schema.type === "array") return within("list of ", typeOf(schema.items ?? {}));
  if (schema.type === "object" && typeof schema.additionalProperties === "object") return within("by name ", typeOf(schema.additionalProperties));
  const limits = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength];
  const bounds = limits.every((limit) => limit === undefined) ? "" : ` (${limits.map((limit) => limit ?? "").join(" to ")})`;
  return { words: `${schema.format ?? schema.type ?? "any value"}${bounds}`, refs: [] };
}

const within = (before, { words, refs }) => ({ words: before + words, refs });
const joined = (types, between) => ({ words: types.map(({ words }) => words).join(between), refs: types.flatMap(({ refs }) => refs) });
