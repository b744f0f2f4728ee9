import * as meaning from "#messages/tables.ts";
import { writeRule } from "#server/analysis/what-if/rule-text.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { roundColumn } from "../base/common-columns.ts";
import { RoundsInPlay } from "../base/rounds-in-play.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

const guardColumns = [
  ["tau", meaning.guardTau],
  ["limit", meaning.guardLimit],
  ["pull", meaning.guardPull],
  ["target", meaning.guardTarget],
  ["spent", meaning.guardSpent],
] as const;

export const rounds: TableDefinition = {
  name: "rounds",
  about: meaning.roundsTable,
  columns: [
    roundColumn,
    column("opened_seq", "integer", meaning.openedSeq),
    column("opened_at", "time", meaning.openedAt),
    column("t", "integer", meaning.step),
    column("people", "integer", meaning.roundSize),
    column("seats", "integer?", meaning.seatCount),
    column("needed_flags", "integer?", meaning.neededFlags),
    column("rule", "text?", meaning.ruleOfPanel),
    column("alpha", "number", meaning.alpha, meaning.probability),
    column("eta", "number?", meaning.eta),
    column("fairness_weight", "number?", meaning.fairnessWeight),
    ...guardColumns.map(([name, about]) => column(`guard_${name}`, "number?", about)),
    column("guard_is_cut", "boolean?", meaning.guardIsCut),
    column("guideline_version", "integer", meaning.roundGuidelines),
    column("deadline_at", "time?", meaning.deadlineAt),
    column("state", "text", meaning.state),
    column("ended_seq", "integer?", meaning.endedSeq),
    column("ended_at", "time?", meaning.endedAt),
    column("end_reason", "text?", meaning.endReason),
    column("as_announced", "boolean?", meaning.asAnnounced),
    column("ballots", "integer", meaning.ballots),
    column("reported_pairs", "integer", meaning.reportedPairs),
  ],
  rows,
};

const types = [
  ...(["study.created", "settings.revised", "round.opened", "round.extended"] as const),
  ...(["round.drawn", "ballot.opened", "round.closed", "round.cancelled"] as const),
];

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const open = new RoundsInPlay();
  const alphas = new Map<number, string>();
  const deadlines = new Map<number, number>();
  const ballots = new Map<number, number>();
  let alpha = "0";
  const row = (round: number, end: Entry<"round.closed" | "round.cancelled"> | null): TableRow => {
    const opening = open.end(round);
    const of = alphas.get(round) ?? alpha;
    const counted = ballots.get(round) ?? 0;
    for (const kept of [alphas, deadlines, ballots]) kept.delete(round);
    return [
      ...openingCells(opening, of),
      ...[opening.body.guidelineVersion, deadlines.get(round) ?? opening.body.deadlineAt],
      ...endCells(end, counted),
    ];
  };
  for await (const entry of source.entries(types)) {
    if (entry.type === "study.created" || entry.type === "settings.revised") {
      alpha = entry.body.settings.learner.alpha;
      continue;
    }
    const { round } = entry.body;
    if (entry.type === "round.opened") {
      open.open(entry);
      alphas.set(round, alpha);
    } else if (entry.type === "round.drawn") open.draw(entry);
    else if (entry.type === "round.extended") deadlines.set(round, entry.body.deadlineAt);
    else if (entry.type === "ballot.opened") ballots.set(round, (ballots.get(round) ?? 0) + 1);
    else yield row(round, entry);
  }
  for (const { body } of open.rest()) yield row(body.round, null);
}

function openingCells({ seq, at, body }: Entry<"round.opened">, alpha: string): TableRow {
  const { round, t, people, panel, neededFlags, eta, fairnessWeight, guard } = body;
  const number = (decimal: string | null | undefined) => (decimal == null ? null : Number(decimal));
  return [
    ...[round, seq, at, t, people.length, panel?.length ?? null, neededFlags],
    ...[body.rule === undefined ? null : writeRule(body.rule, panel ?? []), Number(alpha)],
    ...[number(eta), number(fairnessWeight)],
    ...guardColumns.map(([name]) => number(guard?.[name])),
    guard?.isCut ?? null,
  ];
}

function endCells(end: Entry<"round.closed" | "round.cancelled"> | null, ballots: number): TableRow {
  if (end === null) return ["open", null, null, null, null, 0, 0];
  const { seq, at, body } = end;
  if (end.type === "round.cancelled") return ["cancelled", seq, at, body.reason, null, 0, 0];
  const { asAnnounced, violations } = end.body;
  return ["closed", seq, at, body.reason, asAnnounced, ballots, violations.length];
}
