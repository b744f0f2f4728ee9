import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";

/** Listens at once, as Next does, and prints the port; installs a request guard when it gets input. */
const program = `
  const server = require("node:http").createServer((request, response) => response.end("inside"));
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
  process.stdin.once("data", () => {
    globalThis[Symbol.for("evenhand.phase")] = { phase: "starting" };
    process.stdout.write("installed");
  });
`;

it("every request is answered with 503 before the request guard is installed", async () => {
  const early = resolve("scripts/lib/before-next.mjs");
  const child = spawn(process.execPath, ["--import", early, "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [port] = await once(child.stdout, "data");
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, answer.headers.get("retry-after"), await answer.text()];
  };
  const wait = [503, "1", "This server is starting. Try again in a moment.\n"];
  for (const path of ["/", "/api/auth/csrf", "/readyz"]) expect(await ask(path)).toEqual(wait);
  expect(await ask("/livez")).toEqual([200, null, "Alive.\n"]);
  child.stdin.write("now");
  await once(child.stdout, "data");
  expect(await ask("/")).toEqual([200, null, "inside"]);
});

it("Next's own banner is hidden, because no passkey can be created at 127.0.0.1", async () => {
  const banner = [
    "\u001b[1m\u001b[38;2;173;127;168m▲ Next.js 16.4.5\u001b[39m\u001b[22m",
    "- Local:         http://127.0.0.1:3000",
    "- Network:       http://127.0.0.1:3000",
    "\u001b[32m✓\u001b[39m Starting...",
    "\u001b[32m✓\u001b[39m Ready in 512ms",
    "\u001b[32m\u001b[1m✓\u001b[22m\u001b[39m Running next.config.js took 135ms",
  ];
  const others = ["GET /sign-in 200 in 30ms", "- Experiments (use with caution):"];
  const early = resolve("scripts/lib/before-next.mjs");
  const program = `for (const line of ${JSON.stringify([...banner, ...others])}) console.log(line);`;
  const child = spawn(process.execPath, ["--import", early, "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  expect(await text(child.stdout)).toBe(`${others.join("\n")}\n`);
});
