import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { streamLines } from "#server/http/files/stream-lines.ts";

const line = `${"x".repeat(1_023)}\n`;

it("yields all lines in order", async () => {
  const stream = streamLines(lines(["a\n", "ü\n", "🎲\n"]));
  expect(await new Response(stream).text()).toBe("a\nü\n🎲\n");
});

it("keeps the order of texts and bytes", async () => {
  const mixed = async function* () {
    yield "a";
    yield "b";
    yield new TextEncoder().encode("c");
    yield new TextEncoder().encode("d");
    yield "e";
  };
  expect(await new Response(streamLines(mixed())).text()).toBe("abcde");
});

it("yields nothing for no lines", async () => {
  expect(await new Response(streamLines(lines([]))).text()).toBe("");
});

it("collects lines to chunks of at least 64 KB, and reads no further than requested", async () => {
  let given = 0;
  const stream = streamLines(
    (async function* () {
      for (;;) {
        given += 1;
        yield "x".repeat(64);
      }
    })(),
  );
  const reader = stream.getReader();
  const { value } = await reader.read();
  expect(value?.byteLength).toBe(64 * 1_024);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  // One chunk was read, and a stream keeps at most one more ready.
  expect(given).toBeLessThanOrEqual(2 * 1_024);
  await reader.cancel();
});

it("ends the source of the lines when the reader cancels", async () => {
  let isEnded = false;
  const stream = streamLines(
    (async function* () {
      try {
        for (;;) yield line;
      } finally {
        isEnded = true;
      }
    })(),
  );
  const reader = stream.getReader();
  await reader.read();
  expect(isEnded).toBe(false);
  await reader.cancel();
  expect(isEnded).toBe(true);
});

it("fails when the lines do, so that half a file never looks complete", async () => {
  const stream = streamLines(
    (async function* () {
      yield line.repeat(100);
      throw new Error("the database went away");
    })(),
  );
  await expect(new Response(stream).text()).rejects.toThrow();
});

async function* lines(of: readonly string[]): AsyncGenerator<string> {
  yield* of;
}
