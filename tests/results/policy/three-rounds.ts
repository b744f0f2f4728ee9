import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { sealFrom } from "#tests/setup/browser.ts";
import { incomeAbove, publishedStudy, type StudyOptions, type TestStudy } from "#tests/setup/study.ts";

/** eta0 = (1/k) √(0.8 ln N/T), k = 2, N = 3, T = 20. */
export const eta = Math.sqrt((0.8 * Math.log(3)) / 20) / 2;
/** eps; C = eps/eta, so a violating round costs the rule "income above 50" eta C/2 = eps/2 in the exponent. */
export const eps = 0.1;

const words: readonly (readonly VerdictWord[])[] = [
  ["unfair", "unfair", "unfair"],
  ["unfair", "unfair", "acceptable"],
  ["unfair", "acceptable", "unsure"],
];

/**
 * Rounds of one rich and one poor person, and three rules: accept no one (0), everyone (1), incomes above 50 (2). Only the
 * rich person can have the greater chance, so (0, 1) is the one pair. Flags on it: 3, 2 and 1 of 3, where 2 are needed.
 */
export async function threeRounds(
  app: App,
  { settings: given, ...options }: Pick<StudyOptions, "name" | "settings" | "chances"> = {},
): Promise<TestStudy> {
  const rules = { kind: "conjunctions", predicates: incomeAbove(50) } as const;
  const known = { epsPoints: String(100 * eps), rejectedHalves: "when-settled" } as const;
  const settings = { roundSize: "2", ...(given ?? known) };
  const people = Array.from({ length: 4 }, () => [
    ["90", "3", "rent"],
    ["10", "3", "rent"],
  ]).flat();
  return publishedStudy(app, { rules, settings, people, ...options });
}

/** Plays the next round with its verdicts, and applies it to the learner. */
export async function playNext(app: App, study: TestStudy, verdicts = words): Promise<number> {
  const { studyId } = study;
  const { round } = await openRound(app, { studyId });
  await sealAll(app, study, round, verdicts[round - 1] ?? []);
  await closeRound(app, { studyId, round });
  await applyUpdates(app, studyId);
  return round;
}

export async function sealAll(
  app: App,
  { studyId, auditorIds }: TestStudy,
  round: number,
  given: readonly VerdictWord[],
): Promise<void> {
  for (const [index, word] of given.entries()) {
    const accountId = auditorIds[index] ?? "";
    const key = `ballot-${round}-${index}`;
    const verdicts: Verdict[] = [[0, 1, word]];
    const nonce = fixedBytes("nonce", key);
    await sealFrom(app, { studyId, round, accountId }, { idempotencyKey: key, nonce, verdicts });
  }
}

/**
 * Computes the weights of the three rules by hand, before any outcome: `violating` rounds charged rule 2 with C/2 each;
 * a round in which no one was picked charged each accepting rule -1/2 per person at its close, all other halves wait for
 * outcomes.
 */
export function weightsByHand(violating: number, emptyRounds: number): number[] {
  return [1, Math.exp(eta * emptyRounds), Math.exp(-(eps / 2) * violating + (eta / 2) * emptyRounds)];
}
