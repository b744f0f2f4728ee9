import { expect, it } from "vitest";
import { readReceiptFile } from "#server/log/receipts/file.ts";
import { codeOf } from "../log-error-code.ts";

it.each([
  ["parts of something else", '{"verdicts":[]}', "receipt-shape"],
  ["no object", "[]", "receipt-shape"],
  ["no JSON", "a receipt", "not-json"],
  ["a proof without an end", "c2sp.org/tlog-proof@v1\n", "receipt-shape"],
])("%s is no receipt", (_, text, code) => {
  expect(codeOf(() => readReceiptFile(text))).toBe(code);
});
