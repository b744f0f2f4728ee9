import * as say from "#messages/differences.ts";
import { docketOfRound, drawnPairs, rankedCount } from "#server/audit-log/docket.ts";
import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import type { Entry, EntryBody, EntryType } from "#server/audit-log/entries.ts";
import { areTolerancePairs, tolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { requireTaking } from "./beacon.ts";
import type { StudyState } from "./study.ts";

/**
 * Checks the pairs that all auditors looked at first. If a person's features are missing, everything but the ranking is
 * checked.
 */
export function checkDocket(
  study: StudyState,
  body: EntryBody<"round.opened">,
  pairs: readonly Pair[],
): void {
  const { findings, settings } = study;
  findings.guard(say.docket(), () => {
    const { noiseSeed } = body;
    const chances = body.people.map(({ chance }) => chance);
    const features = body.people.map(({ person }) => study.cellsOf(person));
    const known = features.flatMap((cells) => (cells ? [cells] : []));
    const { docket } = settings.presentation;
    if (docket === "everything" || known.length === features.length) {
      const round = { pairs, chances, people: known, noiseSeed };
      findings.same(say.docket(), docketOfRound(settings, round), body.docket);
      return;
    }
    findings.reserve("unranked-dockets");
    checkWithoutRanking(study, { pairs, noiseSeed, size: docket.size }, body.docket ?? []);
  });
}

/**
 * Checks the pairs for which a panel is asked for tolerances: once, in a round without judgeable pairs, before any
 * ballot. If a person's features are missing, everything but the choice is checked.
 */
export function tolerancesAsked(study: StudyState, { body }: Entry<"round.tolerances-asked">): void {
  const { findings, settings } = study;
  const open = study.findOpen(body.round);
  if (open === null) return;
  requireTaking(study, open, say.question());
  const { people, closing } = open.opened;
  const chances = people.map(({ chance }) => chance);
  const isFirst = open.tolerancePairs === null && open.sealed.size === 0;
  findings.require(isFirst, say.tolerancesRequested(), say.onceBeforeBallots(), body.round);
  const mayAsk = closing !== "no-pairs" && eligiblePairs(chances, settings.learner.alpha).length === 0;
  findings.require(mayAsk, say.tolerancesRequested(), say.withoutPairs(), body.round);
  open.tolerancePairs = body.pairs;
  findings.guard(say.pairsOfTolerance(), () => {
    const features = people.flatMap(({ person }) => {
      const cells = study.cellsOf(person);
      return cells ? [cells] : [];
    });
    if (features.length === people.length) {
      const expected = tolerancePairs(settings, { chances, people: features });
      findings.same(say.pairsOfTolerance(), expected, body.pairs);
      return;
    }
    findings.reserve("unranked-dockets");
    findings.require(
      areTolerancePairs(body.pairs, chances),
      say.pairsOfTolerance(),
      say.ofTheRound(),
      body.pairs,
    );
  });
}

/** Requires `round.tolerances-asked` after an opening that stayed open although the study closes such rounds. */
export function requireQuestion({ findings, openRounds }: StudyState, type: EntryType): void {
  const open = [...openRounds.values()].at(-1);
  if (!open?.mustAsk) return;
  open.mustAsk = false;
  findings.require(type === "round.tolerances-asked", say.entryAfterQuietOpening(), say.question(), type);
}

type Round = { readonly pairs: readonly Pair[]; noiseSeed: string; size: number };

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
  findings.require(isRanked, say.rankedPairs(), say.judgeable({ count: String(count) }), ranked);
  const drawn = drawnPairs(left, noiseSeed, size - count);
  findings.same(say.pairsByLot(), drawn, docket.slice(count));
}

function keyOf([high, low]: readonly [high: number, low: number, ...rest: unknown[]]): string {
  return `${high}>${low}`;
}
