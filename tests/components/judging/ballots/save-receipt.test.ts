import { expect, it } from "vitest";
import { savedWords } from "#components/judging/ballots/save-receipt.ts";

it("asks to open the receipt page once more while the server has not signed", () => {
  expect(savedWords("receipt.json", false)).toContain("open your receipt page once more");
  expect(savedWords("receipt.json", true)).not.toContain("once more");
});
