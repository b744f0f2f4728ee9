import { expect, it } from "vitest";
import { type KnownState, newsBetween } from "#components/ui/live/news.ts";

const ninth = { number: 9, state: "open", deadlineAt: 1_000 } as const;
const before: KnownState = { round: ninth, seat: "s1", guidelineVersion: 1 };
const news = (now: Partial<KnownState>, then: Partial<KnownState> = {}) =>
  newsBetween({ ...before, ...then }, { ...before, ...now });

it("is absent if nothing happened", () => {
  expect(news({})).toBeNull();
  expect(news({ round: null }, { round: null })).toBeNull();
});

it("is a round that opened, the first one too", () => {
  const tenth = { number: 10, state: "open", deadlineAt: null } as const;
  expect(news({ round: tenth })).toEqual({ kind: "opened", round: 10 });
  expect(news({}, { round: null })).toEqual({ kind: "opened", round: 9 });
});

it.each(["closed", "cancelled"] as const)(
  "is a round that was %s, even if its opening was missed",
  (kind) => {
    expect(news({ round: { ...ninth, state: kind } })).toEqual({ kind, round: 9 });
    expect(news({ round: { ...ninth, state: kind } }, { round: null })).toEqual({ kind, round: 9 });
  },
);

it("is a deadline that moved", () => {
  const round = { ...ninth, deadlineAt: 2_000 };
  expect(news({ round })).toEqual({ kind: "deadline", round: 9, deadlineAt: 2_000 });
});

it("is a lost or new seat, with a loss before all else", () => {
  expect(news({ round: null, seat: null, guidelineVersion: 2 })).toEqual({ kind: "unseated" });
  expect(news({ round: null }, { round: null, seat: null })).toEqual({ kind: "seated" });
  expect(news({}, { round: null, seat: null }), "into the open round").toEqual({ kind: "opened", round: 9 });
});

it("is a new version of the guidelines, if there is nothing else", () => {
  expect(news({ guidelineVersion: 2 })).toEqual({ kind: "guidelines", version: 2 });
  expect(news({ guidelineVersion: 2, round: { ...ninth, state: "closed" } })?.kind).toBe("closed");
});
