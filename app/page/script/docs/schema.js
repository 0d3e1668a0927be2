// A schema as a list of its fields. Schemas in it are opened when they are wanted: some hold each other.
import { html, useState } from "../ui.js";
import { nameOf, spans, typeOf } from "./document.js";

export const Text = ({ text }) => spans(text).map(({ text, isCode }) => (isCode ? html`<code>${text}</code>` : text));

/** A `details` whose content is made when it is first opened. */
export function Unfolding({ summary, children, ...rest }) {
  const [wasOpen, set] = useState(false);
  return html`<details ...${rest} onToggle=${({ target }) => target.open && set(true)}><summary>${summary}</summary>${wasOpen && children()}</details>`;
}

export function Schema({ schema, schemas }) {
  const shown = schema.$ref ? schemas[nameOf(schema)] : schema;
  const kinds = shown.discriminator?.mapping;
  const refs = [...new Set(typeOf(shown).refs)];
  return html`
    ${shown.description && html`<p><${Text} text=${shown.description} /></p>`}
    ${kinds
      ? html`<p>One of these, which its <code>${shown.discriminator.propertyName}</code> names:</p>
          ${Object.entries(kinds).map(([kind, $ref]) => html`<${Named} key=${kind} label=${kind} schema=${{ $ref }} schemas=${schemas} />`)}`
      : shown.properties
        ? html`<${Fields} shown=${shown} schemas=${schemas} />`
        : html`<p>${typeOf(shown).words}</p>${refs.map((name) => html`<${Named} key=${name} label=${name} schema=${{ $ref: `/${name}` }} schemas=${schemas} />`)}`}
  `;
}

const Named = ({ label, schema, schemas }) =>
  html`<${Unfolding} class="docs-named" summary=${html`<code>${label}</code>`}>${() => html`<${Schema} schema=${schema} schemas=${schemas} />`}<//>`;

const Fields = ({ shown, schemas }) => html`<ul class="docs-fields">
  ${Object.entries(shown.properties).map(([name, field]) => html`<${Field} key=${name} name=${name} field=${field} isNeeded=${shown.required?.includes(name)} schemas=${schemas} />`)}
</ul>`;

export function Field({ name, field, isNeeded, schemas }) {
  const { words, refs } = typeOf(field);
  return html`<li>
    <code>${name}</code> <span class="docs-type">${words}${!isNeeded && ", optional"}</span>
    ${field.description && html`<span>: <${Text} text=${field.description} /></span>`}
    ${[...new Set(refs)].map((ref) => html`<${Named} key=${ref} label=${ref} schema=${{ $ref: `/${ref}` }} schemas=${schemas} />`)}
  </li>`;
}
