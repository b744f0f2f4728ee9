import { expect, it } from "vitest";
import { oneLine, paragraphs, utcMoment } from "#server/platform/mail/words.ts";

it("a moment names its day, year and zone", () => {
  expect(utcMoment(Date.UTC(2026, 0, 6, 8, 5))).toBe("Tue 6 Jan 2026, 08:05 UTC");
  expect(utcMoment(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe("Mon 30 Nov 2026, 23:59 UTC");
});

it("a name stays in its line and in its direction, and keeps everything else", () => {
  expect(oneLine("  Loans\r\n\t2026\0\u2028\u202e!\u2066 ")).toBe("Loans 2026 !");
  expect(oneLine("Prêts – 貸付 👩‍👧")).toBe("Prêts – 貸付 👩‍👧");
});

it("paragraphs have an empty line between them", () => {
  expect(paragraphs("a", null, "b")).toBe("a\n\nb");
});
