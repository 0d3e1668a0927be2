// The worker that keeps the files of the page, so that it opens without a connection.
import { loadKept } from "./parts/later.js";
import { START } from "./views/index.js";

const FILES = "talekeeper-files"; // as in worker.js

/** Have the page open without a connection; nothing where the browser has no such workers, as on an address without TLS. */
export async function keepFiles() {
  if (!("serviceWorker" in navigator)) return;
  const wasThere = navigator.serviceWorker.controller !== null; // then it has all that came through it
  try {
    await navigator.serviceWorker.register("worker.js");
    await navigator.serviceWorker.ready;
    await Promise.all([START.load(), loadKept()]); // which show what is kept
    if (wasThere) return;
    const files = await caches.open(FILES);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === location.origin && /^\/(icons|script|style|vendor)\//.test(pathname));
    await files.addAll([...new Set(["/", ...loaded.map(({ href }) => href)])]); // what came before the worker was there
  } catch {
    // the page works as before, with a connection
  }
}

