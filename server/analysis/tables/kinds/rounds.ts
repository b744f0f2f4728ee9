import type { Entry } from "#server/audit-log/entries.ts";
import { roundColumn } from "../base/common-columns.ts";
import { RoundsInPlay } from "../base/rounds-in-play.ts";
import type { TableColumn, TableDefinition, TableRow, TableSource } from "../base/table.ts";

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
    { name: "opened_seq", type: "integer", about: "Log entry of the opening." },
    { name: "opened_at", type: "time", about: "When it opened." },
    { name: "t", type: "integer", about: "The learner's step t, counted over closed rounds, from 1." },
    { name: "people", type: "integer", about: "k, how many people stood in it." },
    { name: "seats", type: "integer", about: "m, how many seats the panel had." },
    { name: "needed_flags", type: "integer", about: "From how many flags on a pair counts as reported." },
    {
      name: "alpha",
      type: "number",
      unit: "probability",
      about: "Difference up to which no pair is judged.",
    },
    {
      name: "eta",
      type: "number",
      nullable: true,
      about: "The learner's rate; empty in an audit, which learns nothing.",
    },
    {
      name: "fairness_weight",
      type: "number",
      nullable: true,
      about: "C, what one reported pair weighs; empty in mode guarded and in an audit, which have none.",
    },
    ...guardColumns.map(
      ([name, about]): TableColumn => ({
        ...{ name: `guard_${name}`, type: "number", nullable: true },
        about: `${about} Empty in every mode but guarded.`,
      }),
    ),
    {
      name: "guard_is_cut",
      type: "boolean",
      nullable: true,
      about: "Whether the budget cut the pull short. Empty in every mode but guarded.",
    },
    { name: "guideline_version", type: "integer", about: "Version of the guidelines that held." },
    {
      name: "deadline_at",
      type: "time",
      nullable: true,
      about: "Deadline as last extended; empty without one.",
    },
    {
      name: "state",
      type: "text",
      about: "open, closed or cancelled, at the end of the record.",
    },
    { name: "ended_seq", type: "integer", nullable: true, about: "Log entry of its end; empty while open." },
    { name: "ended_at", type: "time", nullable: true, about: "When it ended; empty while open." },
    {
      name: "end_reason",
      type: "text",
      nullable: true,
      about: "Why it was closed or cancelled; empty while open.",
    },
    {
      name: "as_announced",
      type: "boolean",
      nullable: true,
      about: "Whether it closed as its opening had said; empty unless closed.",
    },
    { name: "ballots", type: "integer", about: "Ballots that counted; 0 unless closed." },
    { name: "reported_pairs", type: "integer", about: "Pairs that the panel reported; 0 unless closed." },
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
