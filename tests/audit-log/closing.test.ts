import { describe, expect, it } from "vitest";
import {
  announcedClosing,
  closeReason,
  closeReasons,
  closingGrace,
  closings,
  isAsAnnounced,
} from "#server/audit-log/closing.ts";

describe("how a round will close", () => {
  const round = { pairCount: 3, closesWithoutPairs: true, closesAtDeadline: true, deadlineAt: 1_000 };

  it.each([
    ["at once where no pair can be judged", { pairCount: 0 }, "no-pairs"],
    ["like any other where the study asks for it", { pairCount: 0, closesWithoutPairs: false }, "deadline"],
    ["at its deadline", {}, "deadline"],
    ["by its operator from the deadline on", { closesAtDeadline: false }, "from-deadline"],
    ["by its operator where it has none", { deadlineAt: null }, "by-hand"],
  ] as const)("%s", (_, change, closing) => {
    expect(announcedClosing({ ...round, ...change })).toBe(closing);
    expect(closings).toContain(closing);
  });
});

describe("why a round closed", () => {
  const seat = (hasSealed: boolean, isRemoved = false) => ({ hasSealed, isRemoved });
  const waiting = [seat(true), seat(false)];
  const sealed = [seat(true), seat(true), seat(false, true)];
  const deadline = { closing: "deadline", deadlineAt: 1_000 } as const;

  it.each([
    ["nobody could judge anything", { closing: "no-pairs", deadlineAt: null }, waiting, 1, "no-pairs"],
    ["all who still sit there have sealed", deadline, sealed, 1, "all-sealed"],
    ["the only one who sits there has sealed", deadline, [seat(true)], 1, "all-sealed"],
    ["nobody sits there any more", deadline, [seat(true, true)], 1, "operator"],
    ["its deadline was there", deadline, waiting, 1_000, "deadline"],
    ["its operator ended it before", deadline, waiting, 999, "operator"],
    ["its operator ended one without", { closing: "by-hand", deadlineAt: null }, waiting, 5_000, "operator"],
  ] as const)("because %s", (_, round, seats, at, reason) => {
    expect(closeReason(round, seats, at)).toBe(reason);
    expect(closeReasons).toContain(reason);
  });

  it("comes a minute after its deadline, where it comes by itself", () => {
    expect(closingGrace).toBe(60_000);
  });

  it("is as it was said when it opened, unless a person ended one that waits for its deadline", () => {
    const broken = closings.flatMap((closing) =>
      closeReasons.filter((reason) => !isAsAnnounced(closing, reason)).map((reason) => [closing, reason]),
    );
    expect(broken).toEqual([
      ["deadline", "operator"],
      ["from-deadline", "operator"],
    ]);
  });
});
