import { expect, it } from "vitest";
import { piecesIn } from "#components/downloads/read-pieces.ts";
import { pieceHeadLength } from "#server/schemas/file-in-pieces.ts";

/** An answer without end, of pieces of one byte; and whether its reader still wants more. */
function endless() {
  const reading = { isWanted: true };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = new Uint8Array(pieceHeadLength + 1);
      new DataView(piece.buffer).setUint32(0, 1);
      controller.enqueue(piece);
    },
    cancel() {
      reading.isWanted = false;
    },
  });
  return { body, reading };
}

it("ends the answer when nobody reads on", async () => {
  const { body, reading } = endless();
  for await (const { bytes } of piecesIn(body)) {
    expect(bytes).toHaveLength(1);
    break;
  }
  expect(reading.isWanted).toBe(false);
});
