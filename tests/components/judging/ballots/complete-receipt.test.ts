import { expect, it } from "vitest";
import { isComplete } from "#components/judging/ballots/complete-receipt.ts";

const note = (signatures: number) =>
  `log\n12\nroot\n\n${Array.from({ length: signatures }, (_, place) => `— key${place} AAAAAAA=\n`).join("")}`;
const receipt = (text: string) => ({ proof: { hashes: [], note: text } });

it("is complete with the signatures of the server and each witness", () => {
  expect(isComplete({ proof: null }, 0)).toBe(false);
  expect([1, 2, 3].map((signatures) => isComplete(receipt(note(signatures)), 1))).toEqual([
    false,
    true,
    true,
  ]);
});

it("is not complete if its note cannot be read", () => {
  expect(isComplete(receipt("damaged"), 0)).toBe(false);
  expect(isComplete(receipt(""), 0)).toBe(false);
});
