// What a JSON Schema lets be entered, as shapes that a form can show, and the JSON that was entered in them.
//
// A shape is { type, … }: text (`isId`, `isLine`, `most`), number and integer (`least`, `most`), boolean, choice (`options`), value (a
// flag, number or word), list (`item()`, `mostRows`), record (`fields()`), variant (`kinds`, `fieldsOf(kind)`: the fields
// depend on a kind that is chosen), map (`item()`: names with values), json (anything else).
// What is entered: a text, a flag; of a list an array; of a record and a variant an object; of a map an array of
// [name, value].

const ID = "^[a-z0-9]+(?:[-_][a-z0-9]+)*$"; // as ids are everywhere
const MOST_FIELDS = 20; // a record of more, as a whole scenario, is pasted rather than typed

/** The fields that a schema names, those that are needed first: { name, shape, isNeeded }. */
export function fieldsOf(schema, root = schema) {
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "kind").map(([name, property]) => ({ name, shape: shapeOf(property, root), isNeeded: needed.has(name) }));
  return [...fields.filter(({ isNeeded }) => isNeeded), ...fields.filter(({ isNeeded }) => !isNeeded)];
}

export function shapeOf(property, root) {
  const choices = (property.anyOf ?? [property]).filter(({ type }) => type !== "null");
  const schemas = choices.map((each) => resolved(each, root));
  if (schemas.length > 1) return { type: schemas.every(({ type }) => SIMPLE.has(type)) ? "value" : "json" };
  const [schema] = schemas;
  if (!schema) return { type: "json" };
  if (schema.enum) return { type: "choice", options: schema.enum };
  if (schema.discriminator) return variant(schema, root);
  if (schema.type === "array" && schema.items) return { type: "list", item: () => shapeOf(schema.items, root), mostRows: schema.maxItems ?? 100 };
  if (schema.type === "object") return object(schema, root);
  if (schema.type === "string") return { type: "text", isId: schema.pattern === ID, isLine: Boolean(schema.pattern), most: schema.maxLength };
  if (schema.type === "number" || schema.type === "integer") return { type: schema.type, least: schema.minimum, most: schema.maximum };
  return { type: schema.type === "boolean" ? "boolean" : "json" };
}

const SIMPLE = new Set(["string", "number", "integer", "boolean"]);

const resolved = (schema, root) => (schema.$ref ? resolved(named(schema.$ref, root), root) : schema);

const named = (ref, root) => root.$defs?.[ref.split("/").at(-1)] ?? {};

function variant({ discriminator: { propertyName, mapping } }, root) {
  if (propertyName !== "kind") return { type: "json" };
  return { type: "variant", kinds: Object.keys(mapping), fieldsOf: (kind) => (mapping[kind] ? fieldsOf(named(mapping[kind], root), root) : []) };
}

function object(schema, root) {
  const count = Object.keys(schema.properties ?? {}).length;
  if (count > MOST_FIELDS) return { type: "json" };
  if (count > 0) return { type: "record", fields: () => fieldsOf(schema, root) };
  return schema.additionalProperties?.type ? { type: "map", item: () => shapeOf(schema.additionalProperties, root) } : { type: "json" };
}

/** What nothing was entered in yet; a new row of a list. */
export const blankOf = ({ type }) => ({ list: [], map: [], record: {}, variant: {}, boolean: false })[type] ?? "";

/** The JSON of what was entered; undefined where that is nothing. `idOf` gives the id of what a text names. Throws an Error in
 * words where JSON was meant and is none. */
export function given(shape, value, idOf, name = "") {
  if (value === undefined || value === "") return undefined;
  return (GIVEN[shape.type] ?? same)(shape, value, idOf, name);
}

/** The JSON of several fields; what was not entered is not in it. */
export const givenFields = (fields, values, idOf) => present(fields.map(({ name, shape }) => [name, given(shape, values?.[name], idOf, name)]));

/** A function that gives the id of what is called so among `known`, [id, name] each; of anything else an id made of its name. */
export function namedIn(known) {
  const bare = (name) => name.trim().toLowerCase().replace(/^(the|a|an) /, "");
  return (text) => {
    const found = known.find(([id]) => id === text.trim()) ?? known.find(([, name]) => bare(name) === bare(text));
    return found?.[0] ?? (text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g)?.join("-") || text);
  };
}


const present = (entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined));

const same = (_shape, value) => value;

const someOf = (value) => (Object.keys(value).length ? value : undefined);

const GIVEN = {
  text: ({ isId }, value, idOf) => (isId ? idOf(value) : value),
  number: (_shape, value) => Number(value),
  integer: (_shape, value) => Number(value),
  value: (_shape, value) => ({ true: true, false: false })[value.trim()] ?? (/^-?\d+$/.test(value.trim()) ? Number(value) : value),
  list: ({ item }, rows, idOf) => {
    const found = rows.map((row) => given(item(), row, idOf)).filter((row) => row !== undefined);
    return found.length ? found : undefined;
  },
  map: ({ item }, rows, idOf) => someOf(present(rows.filter(([key]) => key?.trim()).map(([key, value]) => [key.trim(), given(item(), value, idOf)]))),
  record: ({ fields }, values, idOf) => someOf(givenFields(fields(), values, idOf)),
  variant: (shape, values, idOf) => (values.kind ? { kind: values.kind, ...givenFields(shape.fieldsOf(values.kind), values, idOf) } : undefined),
  json: (_shape, value, _idOf, name) => {
    try {
      return JSON.parse(value);
    } catch {
      throw new Error(`${name.replaceAll("_", " ")} has to be JSON.`);
    }
  },
};
