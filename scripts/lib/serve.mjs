import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const NEXT = "node_modules/next/dist/bin/next";
const FOLLOW_PARENT = new URL("./follow-parent.mjs", import.meta.url).href;
const ANSWER_LIMIT_MS = 60_000;

/** Starts the web server and returns once it answers; `ended` is settled when it ends. */
export async function serve(port, env) {
  const server = start(process.execPath, ["--import", FOLLOW_PARENT, NEXT, "start", "-p", String(port)], {
    env,
  });
  const ended = once(server, "exit");
  const answered = untilAnswer(port, Date.now() + ANSWER_LIMIT_MS);
  const isUp = await Promise.race([answered, ended.then(() => false)]);
  if (!isUp) throw new Refusal("The web server did not start: its own message above says why.");
  return { ended };
}

async function untilAnswer(port, deadline) {
  while (Date.now() < deadline) {
    if (await answers(port)) return true;
    await sleep(100);
  }
  return false;
}

function answers(port) {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/", timeout: 10_000 }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}
