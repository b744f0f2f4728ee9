/**
 * Loaded before Next. Next listens before it has loaded the application, so each request gets a 503 until the
 * application is ready (server/http/edge/request-guard.ts). Next also prints the address that it listens on, where no
 * passkey can be created; scripts/lib/start.mjs prints the public address instead.
 */
import { subscribe } from "node:diagnostics_channel";
import { stripVTControlCharacters } from "node:util";

// The key under which server/platform/process/phase.ts stores the phase of this process.
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

const banner =
  /^\s*(?:\S Next\.js \d|- (?:Local|Network): |\S (?:Starting\.\.\.|Ready in |Running next\.config\.js ))/;
const { log } = console;
console.log = (...words) => {
  if (!banner.test(stripVTControlCharacters(String(words[0])))) log(...words);
};
