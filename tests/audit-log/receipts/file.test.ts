import { expect, it } from "vitest";
import { readReceiptFile } from "#server/audit-log/receipts/file.ts";
import { parseProofFile, proofText } from "#server/audit-log/receipts/proof-file.ts";
import { codeOf } from "../log-error-code.ts";
import { hex } from "../sample-log.ts";

it.each([
  ["parts of something else", '{"verdicts":[]}', "receipt-shape"],
  ["no object", "[]", "receipt-shape"],
  ["no JSON", "a receipt", "not-json"],
  ["a proof without an end", "c2sp.org/tlog-proof@v1\n", "receipt-shape"],
])("%s is refused as a receipt", (_, text, code) => {
  expect(codeOf(() => readReceiptFile(text))).toBe(code);
});

it("a proof is read up to its limits, and refused above them", () => {
  const proof = { extra: "{}", index: 0, hashes: Array.from({ length: 53 }, () => hex("a")), note: "note\n" };
  expect(parseProofFile(proofText(proof))).toEqual(proof);
  const long = { ...proof, note: "n".repeat(1_000_000 - proofText({ ...proof, note: "" }).length) };
  expect(parseProofFile(proofText(long))).toEqual(long);
  const marked = { ...proof, extra: "\ufeff{}" };
  expect(parseProofFile(proofText(marked))).toEqual(marked);
  const text = proofText(proof);
  expect(() => parseProofFile(text.replace("index 0", "place 0"))).toThrow("a line with index is missing");
  for (const other of [
    proofText({ ...long, note: `${long.note}n` }),
    proofText({ ...proof, hashes: [...proof.hashes, hex("b")] }),
    proofText({ ...proof, hashes: [hex("a").slice(2)] }),
    text.replace("@v1", "@v2"),
    `${text.slice(0, text.indexOf("index"))}index 0x`,
    text.replace("index 0", "index 00"),
    text.replace("index 0", "index 9007199254740992"),
    text.replace("index 0", "place 0"),
    text.replace("extra e30=", "extra /w=="),
  ])
    expect([other.slice(0, 60), codeOf(() => parseProofFile(other))]).toEqual([
      other.slice(0, 60),
      "receipt-shape",
    ]);
});
