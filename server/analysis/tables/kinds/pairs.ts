import * as meaning from "#messages/tables.ts";
import type { Report } from "#server/audit-log/annulments.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { acceptedByPanel, acceptedPoints } from "#server/audit-log/tolerance.ts";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { pairColumns, roundColumn, seqColumn } from "../base/common-columns.ts";
import { pairCells, panelOf, RoundsInPlay } from "../base/rounds-in-play.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const pairs: TableDefinition = {
  name: "pairs",
  about: meaning.pairsTable,
  columns: [
    seqColumn,
    roundColumn,
    ...pairColumns,
    column("docket", "text?", meaning.docket),
    column("unfair", "integer", meaning.unfair),
    column("acceptable", "integer", meaning.acceptable),
    column("unsure", "integer", meaning.unsure),
    column("not_looked_at", "integer", meaning.notLookedAt),
    column("accepted_up_to", "number", meaning.acceptedUpTo, meaning.points),
    column("reported", "boolean", meaning.reported),
    column("weight", "number", meaning.weight),
    column("annulled", "boolean", meaning.annulled),
  ],
  rows,
};

type Counts = Record<VerdictWord, number> & {
  /** Each verdict with its tolerance in points, if it has one. */
  readonly said: (readonly [word: VerdictWord, tolerance: number | undefined])[];
};
const types = [
  ...(["study.created", "settings.revised", "round.opened"] as const),
  ...(["round.drawn", "ballot.opened", "round.closed", "round.cancelled"] as const),
];

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const annulled = new Set<string>();
  for await (const { body } of source.entries(["round.closed"])) {
    for (const one of body.annulments ?? []) if (one.annulled) annulled.add(reportKey(one));
  }
  const open = new RoundsInPlay();
  const counts = new Map<number, Map<number, Counts>>();
  let alpha = "0";
  for await (const entry of source.entries(types)) {
    if (entry.type === "study.created" || entry.type === "settings.revised") {
      alpha = entry.body.settings.learner.alpha;
    } else if (entry.type === "round.opened") {
      open.open(entry);
      counts.set(entry.body.round, new Map());
    } else if (entry.type === "round.drawn") {
      open.draw(entry);
    } else if (entry.type === "ballot.opened") {
      count(counts.get(entry.body.round), entry.body.verdicts);
    } else {
      const opening = open.end(entry.body.round);
      if (entry.type === "round.closed") {
        yield* closedRows(entry, opening, { alpha, annulled, counts: counts.get(entry.body.round) });
      }
      counts.delete(entry.body.round);
    }
  }
}

function count(
  counts: Map<number, Counts> | undefined,
  verdicts: Entry<"ballot.opened">["body"]["verdicts"],
): void {
  for (const [high, low, word, tolerance] of verdicts) {
    const key = pairKey(high, low);
    const before = counts?.get(key) ?? { unfair: 0, acceptable: 0, unsure: 0, said: [] };
    before[word] += 1;
    before.said.push([word, tolerance]);
    counts?.set(key, before);
  }
}

type ClosedSources = {
  readonly alpha: string;
  /** Reports that a later panel annulled, by {@link reportKey}. */
  readonly annulled: ReadonlySet<string>;
  readonly counts: ReadonlyMap<number, Counts> | undefined;
};

function reportKey({ round, high, low }: Report): string {
  return `${round}/${high}/${low}`;
}

function* closedRows(
  { seq, body }: Entry<"round.closed">,
  opening: Entry<"round.opened">,
  { alpha, annulled, counts }: ClosedSources,
): Generator<TableRow> {
  const { people } = opening.body;
  const { panel, neededFlags } = panelOf(opening);
  const weights = new Map(body.violations.map(({ high, low, weight }) => [pairKey(high, low), weight]));
  const ways = new Map(opening.body.docket?.map(([high, low, way]) => [pairKey(high, low), way]));
  const chances = people.map(({ chance }) => chance);
  for (const [high, low] of eligiblePairs(chances, alpha)) {
    const of = counts?.get(pairKey(high, low)) ?? { unfair: 0, acceptable: 0, unsure: 0, said: [] };
    const silent = panel.length - of.unfair - of.acceptable - of.unsure;
    const weight = weights.get(pairKey(high, low));
    const gap = [chances[high] as string, chances[low] as string] as const;
    const accepted = of.said.flatMap(([word, tolerance]) => acceptedPoints(gap, word, tolerance) ?? []);
    yield [
      ...[seq, body.round, ...pairCells(opening, high, low)],
      ways.get(pairKey(high, low)) ?? null,
      ...[of.unfair, of.acceptable, of.unsure, silent],
      acceptedByPanel(accepted, { seatCount: panel.length, neededFlags }),
      ...[weight !== undefined, Number(weight ?? 0)],
      annulled.has(reportKey({ round: body.round, high, low })),
    ];
  }
}
