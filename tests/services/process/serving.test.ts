import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished, vi } from "vitest";

/** A server of its own process: what it says line by line, and what is asked of it. */
async function serve(...settings: string[]) {
  const program = "tests/services/process/children/serve.ts";
  const child = spawn(process.execPath, [program, ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  createInterface(child.stdout).on("line", (line) => said.push(line));
  const ended = once(child, "close");
  const heard = (line: string) => vi.waitFor(() => expect(said).toContain(line), 20_000);
  await vi.waitFor(() => expect(said[0]).toMatch(/^\d+$/), 20_000);
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${said[0]}${path}`)).text();
  const stop = async () => {
    child.kill("SIGTERM");
    await heard("stopping");
  };
  const letGo = () => child.kill("SIGHUP");
  const notes = () => said.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return { said, notes, heard, ask, stop, letGo, ended };
}

it("a server that is told to end takes requests until the last call, answers those on their way, and closes", async () => {
  const { said, notes, heard, ask, stop, letGo, ended } = await serve("100000", "1500");
  const slow = ask("/slow");
  await heard("slow");
  await stop();
  expect(await ask("/one-more")).toBe("at once");
  await vi.waitFor(() => expect(ask("/one-more")).rejects.toThrow("fetch failed"), 20_000);
  expect(said).not.toContain("closed");
  letGo();
  expect(await slow).toBe("at last");
  expect(await ended).toEqual([0, null]);
  expect(said.at(-1)).toBe("closed");
  expect(notes()).toEqual([]);
});

it("it waits no longer than its patience, and says who was cut off", async () => {
  const { said, notes, heard, ask, stop, ended } = await serve("100", "0", "fails");
  const slow = ask("/slow").catch(() => "cut off");
  await heard("slow");
  await stop();
  expect(await slow).toBe("cut off");
  expect(await ended).toEqual([0, null]);
  // Two lines of a process that ends come over a pipe in either order.
  const sorted = notes().sort((one, other) => (one.msg < other.msg ? -1 : 1));
  expect(sorted).toMatchObject([
    { msg: "could not close in good order" },
    { msg: "stopped while these were on their way", requests: 1 },
  ]);
  expect(said).not.toContain("closed");
});
