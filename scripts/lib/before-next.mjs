/**
 * Loaded before Next, which listens before it has loaded anything of ours: whoever asks until the front door stands
 * (server/auth/front-door.ts) is told to come again, and reaches nothing that the front door would have looked at first.
 */
import { subscribe } from "node:diagnostics_channel";

// What server/services/process/phase.ts keeps for all of this process.
const phase = Symbol.for("evenhand.phase");
const guarded = new WeakSet();

subscribe("http.server.request.start", ({ server }) => {
  if (guarded.has(server)) return;
  guarded.add(server);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (phase in globalThis) {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    } else {
      const isAlive = request.url === "/livez";
      response.writeHead(isAlive ? 200 : 503, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        ...(!isAlive && { "retry-after": "1" }),
      });
      response.end(isAlive ? "Alive.\n" : "This server is starting. Try again in a moment.\n");
    }
  });
});
