// Lets the app open without a connection: files of the page as they were last sent. Whatever the API answers is never kept here.
const FILES = "talekeeper-files";
const OURS = /^\/($|manifest\.webmanifest$|(icons|script|style|vendor)\/)/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === location.origin && OURS.test(pathname)) event.respondWith(sent(event.request));
});

/** What the server sends, kept for later; without a server what it sent last. */
async function sent(request) {
  const kept = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const before = await kept.match(request.url, { ignoreVary: true });
    if (before) return before;
    throw error;
  }
}
