import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesIn } from "#server/verifier/lines.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("the lines of a file that is read in chunks", () => {
  it("are equal for any chunks, even within a character (property)", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "é", "𝄞", "\n", "\r", "\u2028") });
    fc.assert(
      fc.property(fc.array(letters), fc.array(fc.nat(400)), (lines, cuts) => {
        const text = lines.map((line) => `${line}\n`).join("");
        const bytes = bytesOf(text);
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect([...linesIn(pieces)]).toEqual(text.split("\n").slice(0, -1));
      }),
    );
  });

  it("are refused if they are not UTF-8 or have no line end", () => {
    const lines = [...linesIn([Uint8Array.of(0xc3), Uint8Array.of(0x0a, 0x7b), bytesOf("}")])];
    expect(lines).toEqual(["(not UTF-8)", "{} (the file ends without LF)"]);
  });
});
