import { expect, it, vi } from "vitest";
import { piecesIn } from "#components/downloads/read-pieces.ts";
import { inPieces } from "#server/api/files/in-pieces.ts";
import { streamLines } from "#server/api/files/stream-lines.ts";
import { fakeTimers } from "#tests/setup/timers.ts";

const read = (stream: ReadableStream<Uint8Array>) =>
  piecesIn(stream as ReadableStream<Uint8Array<ArrayBuffer>>);

it("tells the share while nothing has come yet, so that nobody takes work for a break", async () => {
  const { promise: wait, resolve: goOn } = Promise.withResolvers<void>();
  let share = 0.25;
  const lines = async function* () {
    await wait;
    share = 1;
    yield "late";
  };
  const told: (readonly [string, number])[] = [];
  for await (const piece of read(inPieces(streamLines(lines()), () => share))) {
    told.push([new TextDecoder().decode(piece.bytes), piece.share]);
    goOn();
  }
  expect(told[0]).toEqual(["", 0.25]);
  expect(told.at(-1)).toEqual(["late", 1]);
});

it("tells the share in millionths, never more than is made, and leaves no timer behind", async () => {
  fakeTimers("setTimeout", "clearTimeout");
  const lines = async function* () {
    yield "one";
  };
  const told = await Array.fromAsync(read(inPieces(streamLines(lines()), () => 2 / 3)));
  expect(told.map(({ share }) => share)).toEqual([0.666666]);
  expect(vi.getTimerCount()).toBe(0);
});

it("breaks off when the file does", async () => {
  const lines = async function* () {
    yield "x".repeat(100_000);
    throw new Error("somebody was erased");
  };
  const pieces = read(inPieces(streamLines(lines()), () => 0.5));
  await expect(Array.fromAsync(pieces)).rejects.toThrow("somebody was erased");
});

it("ends what makes the file when nobody reads on", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const lines = async function* () {
    try {
      for (;;) yield "x".repeat(1_000);
    } finally {
      end();
    }
  };
  const reader = inPieces(streamLines(lines()), () => 0).getReader();
  await reader.read();
  await reader.cancel();
  await ended;
});
