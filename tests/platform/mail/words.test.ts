import { expect, it } from "vitest";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";

it("a name stays in one line and in its writing direction, and keeps everything else", () => {
  expect(oneLine("  Loans\r\n\t2026\0\u2028\u202e!\u2066 ")).toBe("Loans 2026 !");
  expect(oneLine("Prêts – 貸付 👩‍👧")).toBe("Prêts – 貸付 👩‍👧");
});

it("paragraphs are separated by an empty line", () => {
  expect(paragraphs("a", null, "b")).toBe("a\n\nb");
});
