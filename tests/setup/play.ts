import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { type Board, readRoundDetails } from "#server/rounds/read-round-details.ts";
import type { SyntheticAuditor } from "#server/simulation/engine/auditors.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { readRecord } from "../replay/record.ts";
import { fixedBytes } from "./app.ts";
import { sealFrom } from "./browser.ts";
import type { TestStudy } from "./study.ts";

/** Settings of a study that asks for tolerances. */
export const askingPoints = {
  asking: {
    ...({ docket: "minutes", minutes: "10" } as const),
    ...{ lookFirst: false, reasons: false, notes: false, repeat: false, tolerance: true },
  },
};

/** Adds to a verdict the consistent tolerance that is closest to the gap. */
export function withPoints(
  [high, low, word]: Verdict,
  chances: readonly [high: string, low: string],
): Verdict {
  const near = Array.from({ length: 101 }, (_, points) => points).filter(
    (points) => wordOfTolerance(chances, points) === word,
  );
  const points = word === "unfair" ? near.at(-1) : near[0];
  return points === undefined ? [high, low, word] : [high, low, word, points];
}

/** Seals a simulated auditor's ballot; all columns are visible, so cells are features. */
export async function judge(
  app: App,
  { studyId, round, accountId }: { studyId: string; round: number; accountId: string },
  auditor: SyntheticAuditor,
  attempt = "1",
) {
  const { people, pairs, presentation } = await readJudging(app, { studyId, round, accountId });
  const verdicts = pairs.map(([high, low]): Verdict => {
    const [a, b] = [people[high], people[low]];
    if (!a?.cells || !b?.cells) throw new Error("a pair names a person who is not shown");
    const isUnfair = auditor(a.cells, b.cells, Number(a.chance) - Number(b.chance));
    const verdict: Verdict = [high, low, isUnfair ? "unfair" : "acceptable"];
    // Only half of them, so that there are both kinds.
    return presentation.tolerance && (high + low) % 2 === 0
      ? withPoints(verdict, [a.chance, b.chance])
      : verdict;
  });
  return sealFrom(
    app,
    { studyId, round, accountId },
    {
      idempotencyKey: `ballot-${accountId}-${attempt}`,
      nonce: fixedBytes("nonce", accountId, round, attempt),
      verdicts,
    },
  );
}

/** Opens a round, seals the ballots of all simulated auditors, and closes it. */
export async function playRound(
  app: App,
  study: TestStudy,
  auditors: readonly SyntheticAuditor[],
): Promise<Board> {
  const { studyId } = study;
  const { round } = await openRound(app, { studyId });
  for (const [index, auditor] of auditors.entries()) {
    const accountId = study.auditorIds[index];
    if (accountId === undefined) throw new Error(`there is no auditor ${index}`);
    await judge(app, { studyId, round, accountId }, auditor);
  }
  await closeRound(app, { studyId, round });
  return readRoundDetails(app, studyId, round);
}

/** Exports the parts of the record that a researcher downloads. */
export async function exportStudy(app: App, studyId: string): Promise<ReturnType<typeof readRecord>> {
  return readRecord((await Array.fromAsync((await exportRecord(app, studyId)).lines)).join(""));
}
