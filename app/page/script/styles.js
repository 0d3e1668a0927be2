// Style sheets of what is opened later: each is asked for once, with the module that needs it.
const asked = new Map();

/** Load a style sheet of the page; done when it holds, or could not be had: then its view is plain. */
export function styled(name) {
  if (!asked.has(name)) {
    asked.set(name, new Promise((done) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `style/${name}.css`, onload: done, onerror: done });
      document.head.append(link);
    }));
  }
  return asked.get(name);
}

/** A module with its style sheet. */
export const withStyle = async (name, module) => (await Promise.all([module, styled(name)]))[0];
