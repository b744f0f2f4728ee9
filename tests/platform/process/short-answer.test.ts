import { expect, it } from "vitest";
import { readShort } from "#server/platform/process/short-answer.ts";

/** Returns a response that arrives byte by byte. */
function dripping(text: string): Response {
  const bytes = [...new TextEncoder().encode(text)];
  const start = (stream: ReadableStreamDefaultController) => {
    for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
    stream.close();
  };
  return new Response(new ReadableStream({ start }));
}

it("reads another server's response as UTF-8, up to its limit", async () => {
  expect(await readShort(dripping("Grüße 貸付"), 8)).toBe("Grüße 貸付");
  await expect(readShort(dripping("Grüße 貸付"), 7)).rejects.toThrow("the answer is too long");
  expect(await readShort(new Response(null), 8)).toBe("");
});
