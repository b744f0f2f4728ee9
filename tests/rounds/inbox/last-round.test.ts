import { expect, it } from "vitest";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { lastRound } from "#server/rounds/inbox/last-round.ts";
import { guardedSpec, smallSpec } from "#tests/learner/fixtures.ts";

const settingsOf = (learner: LearnerSpec | { learner: "fixed" }) => ({ learner }) as StudySettings;

/** A stored round opened at this tau. Its limit was 0.2, and pairs are judged if they differ by at least that. */
const row = (tau: string, t = 3) =>
  ({
    number: 5,
    t,
    guard: `{"base":[],"isCut":false,"limit":"0.2","mixability":"0","noShare":"0","pull":"0","spent":"0","target":"0","tau":"${tau}"}`,
  }) as RoundRow;

it.each<[string, string, boolean, boolean]>([
  ["a report that takes the limit to the smallest difference", "0.1", true, true],
  ["a report that takes it there exactly", "0.2", true, true],
  ["a report after which it is still wider", "0.3", true, false],
  ["no report, so that it widens", "-0.01", false, false],
])("the next round certainly has no pair after %s: %s, %s", (_, tau, hasReport, isNextQuiet) => {
  expect(lastRound(settingsOf(guardedSpec), row(tau), hasReport)).toEqual({ number: 5, isNextQuiet });
});

it("guarantees nothing once a correction may be cut", () => {
  // (4 / 0.4)^2 ln 2 = 69.3 rounds, with the two rules of every class.
  const isQuiet = (t: number) => lastRound(settingsOf(guardedSpec), row("0.1", t), true).isNextQuiet;
  expect([68, 69].map(isQuiet)).toEqual([true, false]);
});

it("guarantees nothing without a limit", () => {
  const unlimited = { ...row("0.1"), guard: null };
  for (const learner of [smallSpec, { learner: "fixed" as const }])
    expect(lastRound(settingsOf(learner), unlimited, true)).toEqual({ number: 5, isNextQuiet: false });
  expect(lastRound(settingsOf({ learner: "fixed" }), row("0.1"), true).isNextQuiet).toBe(false);
});
