import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";

/** Starts a server as a process of its own: what it prints, line by line, and how to send it requests and signals. */
async function serve(...settings: string[]) {
  const program = "tests/platform/process/children/serve.ts";
  const child = spawn(process.execPath, [program, ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  createInterface(child.stdout).on("line", (line) => said.push(line));
  const ended = once(child, "close");
  const heard = async (line: string) => await expect.poll(() => said).toContain(line);
  await expect.poll(() => said[0]).toMatch(/^\d+$/);
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${said[0]}${path}`)).text();
  const stop = async () => {
    child.kill("SIGTERM");
    await heard("stopping");
  };
  const letGo = () => child.kill("SIGHUP");
  const endLastCall = () => child.kill("SIGUSR2");
  const notes = () => said.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return { said, notes, heard, ask, stop, letGo, endLastCall, ended };
}

it("a server that is told to end takes requests until the last call, answers those on their way, and closes", async () => {
  const { said, notes, heard, ask, stop, letGo, endLastCall, ended } = await serve("1000000", "500000");
  const slow = ask("/slow");
  await heard("slow");
  await stop();
  expect(await ask("/one-more")).toBe("at once");
  endLastCall();
  await expect.poll(() => ask("/one-more").catch(({ message }) => message)).toBe("fetch failed");
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
  // By weight: a busy pipe was seen to give the second one first.
  expect(notes().sort((one, other) => one.level - other.level)).toMatchObject([
    { msg: "stopped while these were on their way", requests: 1 },
    { msg: "could not close in good order" },
  ]);
  expect(said).not.toContain("closed");
});
