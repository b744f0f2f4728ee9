import { expect, it } from "vitest";
import * as t from "#messages/receipts.ts";

it("tells the auditor to reopen the receipt page while the server has not signed", () => {
  expect(t.downloaded({ name: "receipt.json", isSigned: false })).toContain(
    "open your receipt page once more",
  );
  expect(t.downloaded({ name: "receipt.json", isSigned: true })).not.toContain("once more");
});
