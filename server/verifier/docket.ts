import { docketOfRound, drawnPairs, rankedCount } from "#server/audit-log/docket.ts";
import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { StudyState } from "./study.ts";

/**
 * Checks the pairs that all auditors looked at first. If a person's features are missing, everything but the ranking is
 * checked.
 */
export function checkDocket(study: StudyState, body: EntryBody<"round.opened">): void {
  const { findings, settings } = study;
  findings.guard("docket", () => {
    const { noiseSeed } = body;
    const chances = body.people.map(({ chance }) => chance);
    const pairs = eligiblePairs(chances, settings.learner.alpha);
    const features = body.people.map(({ person }) => study.cellsOf(person));
    const known = features.flatMap((cells) => (cells ? [cells] : []));
    const { docket } = settings.presentation;
    if (docket === "everything" || known.length === features.length) {
      const round = { pairs, chances, people: known, noiseSeed };
      findings.same("docket", docketOfRound(settings, round), body.docket);
      return;
    }
    findings.reserve("unranked-dockets");
    checkWithoutRanking(study, { pairs, noiseSeed, size: docket.size }, body.docket ?? []);
  });
}

type Round = { readonly pairs: readonly (readonly [number, number])[]; noiseSeed: string; size: number };

function checkWithoutRanking(
  { findings }: StudyState,
  { pairs, noiseSeed, size }: Round,
  docket: readonly DocketPair[],
): void {
  const count = Math.min(rankedCount(size), pairs.length);
  const ranked = docket.slice(0, count);
  const keys = new Set(ranked.map(keyOf));
  const left = pairs.filter((pair) => !keys.has(keyOf(pair)));
  const isRanked = ranked.every(([, , way]) => way === "ranked") && left.length === pairs.length - count;
  findings.require(isRanked, "ranked pairs of the docket", `${count} that can be judged`, ranked);
  const drawn = drawnPairs(left, noiseSeed, size - count);
  findings.same("pairs of the docket by lot", drawn, docket.slice(count));
}

function keyOf([high, low]: readonly [high: number, low: number, ...rest: unknown[]]): string {
  return `${high}>${low}`;
}
