import { describe, expect, it } from "vitest";
import {
  announcedClosing,
  closeReason,
  closeReasons,
  closingGrace,
  closings,
  closingTime,
  isAsAnnounced,
  sealedGrace,
} from "#server/audit-log/closing.ts";

describe("how a round will close", () => {
  const round = {
    pairCount: 3,
    closesWithoutPairs: true,
    closesAtDeadline: true,
    deadlineAt: 1_000,
    asksTolerances: false,
  };

  it.each([
    ["at once where no pair can be judged", { pairCount: 0 }, "no-pairs"],
    [
      "by its deadline if its panel is asked for tolerances",
      { pairCount: 0, asksTolerances: true },
      "deadline",
    ],
    ["like any other where the study asks for it", { pairCount: 0, closesWithoutPairs: false }, "deadline"],
    ["at its deadline", {}, "deadline"],
    ["by its operator from the deadline on", { closesAtDeadline: false }, "from-deadline"],
    ["by its operator where it has none", { deadlineAt: null }, "by-hand"],
  ] as const)("%s", (_, change, closing) => {
    expect(announcedClosing({ ...round, ...change })).toBe(closing);
    expect(closings).toContain(closing);
  });
});

describe("when a round closes automatically", () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const sealed = (sealedAt: number | null, isRemoved = false) => ({ sealedAt, isRemoved });

  it.each([
    ["a minute after its deadline", hour, [sealed(1), sealed(null)], hour + minute],
    ["ten minutes after the last ballot", hour, [sealed(1), sealed(7)], 7 + 10 * minute],
    ["not later than after its deadline", hour, [sealed(1), sealed(hour - 1)], hour + minute],
    ["without waiting for a removed seat", hour, [sealed(1), sealed(null, true)], 1 + 10 * minute],
    ["at its deadline if no seat is left", hour, [sealed(null, true)], hour + minute],
    ["never without a deadline", null, [sealed(1)], null],
  ] as const)("%s", (_, deadlineAt, seats, at) => {
    expect(closingTime({ closing: "deadline", deadlineAt }, seats)).toBe(at);
    expect([closingGrace, sealedGrace]).toEqual([minute, 10 * minute]);
  });

  it("is never, if its operator closes it", () => {
    expect(closingTime({ closing: "from-deadline", deadlineAt: hour }, [sealed(1)])).toBeNull();
  });
});

describe("why a round closed", () => {
  const seat = (hasSealed: boolean, isRemoved = false) => ({ hasSealed, isRemoved });
  const waiting = [seat(true), seat(false)];
  const sealed = [seat(true), seat(true), seat(false, true)];
  const deadline = { closing: "deadline", deadlineAt: 1_000 } as const;

  it.each([
    ["no pair could be judged", { closing: "no-pairs", deadlineAt: null }, waiting, 1, "no-pairs"],
    ["all occupied seats have sealed", deadline, sealed, 1, "all-sealed"],
    ["the only occupied seat has sealed", deadline, [seat(true)], 1, "all-sealed"],
    ["no seat is occupied any longer", deadline, [seat(true, true)], 1, "operator"],
    ["its deadline had come", deadline, waiting, 1_000, "deadline"],
    ["its operator ended it early", deadline, waiting, 999, "operator"],
    [
      "its operator ended one without a deadline",
      { closing: "by-hand", deadlineAt: null },
      waiting,
      5_000,
      "operator",
    ],
  ] as const)("because %s", (_, round, seats, at, reason) => {
    expect(closeReason(round, seats, at)).toBe(reason);
    expect(closeReasons).toContain(reason);
  });

  it("is as announced, unless a person ended a round that waits for its deadline", () => {
    const broken = closings.flatMap((closing) =>
      closeReasons.filter((reason) => !isAsAnnounced(closing, reason)).map((reason) => [closing, reason]),
    );
    expect(broken).toEqual([
      ["deadline", "operator"],
      ["from-deadline", "operator"],
    ]);
  });
});
