import { expect, it } from "vitest";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";

it("a name stays in its line and in its direction, and keeps everything else", () => {
  expect(oneLine("  Loans\r\n\t2026\0\u2028\u202e!\u2066 ")).toBe("Loans 2026 !");
  expect(oneLine("Prêts – 貸付 👩‍👧")).toBe("Prêts – 貸付 👩‍👧");
});

it("paragraphs have an empty line between them", () => {
  expect(paragraphs("a", null, "b")).toBe("a\n\nb");
});
