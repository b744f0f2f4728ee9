import type { Entry } from "#server/audit-log/entries.ts";
import { roundColumn } from "../base/common-columns.ts";
import { RoundsInPlay } from "../base/rounds-in-play.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

const guardColumns = [
  ["tau", "How far above alpha differences may go, as tuned by what was reported."],
  ["limit", "Largest difference of two published chances that it aimed at."],
  ["pull", "How far base chances were pulled towards the target, from 0 to 1."],
  ["target", "Chance towards which they were pulled."],
  ["spent", "How much pulling was spent so far, of the budget."],
] as const;

export const rounds: TableDefinition = {
  name: "rounds",
  about: "Every round that was opened, with how it opened and how it ended.",
  columns: [
    roundColumn,
    column("opened_seq", "integer", "Log entry of the opening."),
    column("opened_at", "time", "When it opened."),
    column("t", "integer", "The learner's step t, counted over closed rounds, from 1."),
    column("people", "integer", "k, the number of people in the round."),
    column("seats", "integer", "m, how many seats the panel had."),
    column("needed_flags", "integer", "From how many flags on a pair counts as reported."),
    column("alpha", "number", "Difference up to which no pair is judged.", "probability"),
    column("eta", "number?", "The learner's rate; empty in an audit, which learns nothing."),
    column(
      "fairness_weight",
      "number?",
      "C, what one reported pair weighs; empty in mode guarded and in an audit, which have none.",
    ),
    ...guardColumns.map(([name, about]) =>
      column(`guard_${name}`, "number?", `${about} Empty in every mode but guarded.`),
    ),
    column(
      "guard_is_cut",
      "boolean?",
      "Whether the budget cut the pull short. Empty in every mode but guarded.",
    ),
    column("guideline_version", "integer", "Version of the guidelines that held."),
    column("deadline_at", "time?", "Deadline as last extended; empty without one."),
    column("state", "text", "open, closed or cancelled, at the end of the record."),
    column("ended_seq", "integer?", "Log entry of its end; empty while open."),
    column("ended_at", "time?", "When it ended; empty while open."),
    column("end_reason", "text?", "Why it was closed or cancelled; empty while open."),
    column("as_announced", "boolean?", "Whether it closed as its opening had said; empty unless closed."),
    column("ballots", "integer", "Ballots that counted; 0 unless closed."),
    column("reported_pairs", "integer", "Pairs that the panel reported; 0 unless closed."),
  ],
  rows,
};

const types = [
  ...(["study.created", "settings.revised", "round.opened", "round.extended"] as const),
  ...(["ballot.opened", "round.closed", "round.cancelled"] as const),
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
    } else if (entry.type === "round.extended") deadlines.set(round, entry.body.deadlineAt);
    else if (entry.type === "ballot.opened") ballots.set(round, (ballots.get(round) ?? 0) + 1);
    else yield row(round, entry);
  }
  for (const { body } of open.rest()) yield row(body.round, null);
}

function openingCells({ seq, at, body }: Entry<"round.opened">, alpha: string): TableRow {
  const { round, t, people, panel, neededFlags, eta, fairnessWeight, guard } = body;
  const number = (decimal: string | null | undefined) => (decimal == null ? null : Number(decimal));
  return [
    ...[round, seq, at, t, people.length, panel.length, neededFlags, Number(alpha)],
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
