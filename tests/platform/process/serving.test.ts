import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";

/** Starts a server as a process of its own. @returns its output by line, and functions that send requests and signals */
async function serve(...settings: string[]) {
  const program = "tests/platform/process/children/serve.ts";
  const child = spawn(process.execPath, [program, ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed: string[] = [];
  createInterface(child.stdout).on("line", (line) => printed.push(line));
  const ended = once(child, "close");
  const waitForLine = async (line: string) => await expect.poll(() => printed).toContain(line);
  await expect.poll(() => printed[0]).toMatch(/^\d+$/);
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${printed[0]}${path}`)).text();
  const stop = async () => {
    child.kill("SIGTERM");
    await waitForLine("stopping");
  };
  const answerSlow = () => child.kill("SIGHUP");
  const endDrain = () => child.kill("SIGUSR2");
  const notes = () => printed.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return { printed, notes, waitForLine, ask, stop, answerSlow, endDrain, ended };
}

it("a stopping server accepts requests while it drains, answers all that have begun, and closes", async () => {
  const { printed, notes, waitForLine, ask, stop, answerSlow, endDrain, ended } = await serve(
    "1000000",
    "500000",
  );
  const slow = ask("/slow");
  await waitForLine("slow");
  await stop();
  expect(await ask("/one-more")).toBe("at once");
  endDrain();
  await expect.poll(() => ask("/one-more").catch(({ message }) => message)).toBe("fetch failed");
  expect(printed).not.toContain("closed");
  answerSlow();
  expect(await slow).toBe("at last");
  expect(await ended).toEqual([0, null]);
  expect(printed.at(-1)).toBe("closed");
  expect(notes()).toEqual([]);
});

it("a stopping server waits until its timeout, and logs the requests that it cut off", async () => {
  const { printed, notes, waitForLine, ask, stop, ended } = await serve("100", "0", "fails");
  const slow = ask("/slow").catch(() => "cut off");
  await waitForLine("slow");
  await stop();
  expect(await slow).toBe("cut off");
  expect(await ended).toEqual([0, null]);
  // By level: a busy pipe was seen to deliver the second one first.
  expect(notes().sort((one, other) => one.level - other.level)).toMatchObject([
    { msg: "stopped while these were on their way", requests: 1 },
    { msg: "could not close in good order" },
  ]);
  expect(printed).not.toContain("closed");
});
