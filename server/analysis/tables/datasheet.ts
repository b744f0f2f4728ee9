import type { StudySettings } from "#server/audit-log/entries.ts";
import { countOverrides } from "#server/audit-log/overrides.ts";
import { formatNumber } from "#server/format.ts";
import { namedColumns } from "#server/learner/config/named-columns.ts";
import { outcomeValues } from "#server/learner/interface/outcome-values.ts";
import { decidedIn } from "./base/decided.ts";
import type { CellValue, TableDefinition, TableRow, TableSource } from "./base/table.ts";
import type { StudyRecord } from "./described.ts";
import { pairs } from "./kinds/pairs.ts";
import { people } from "./kinds/people.ts";
import { rounds } from "./kinds/rounds.ts";

const outcomeWords = [...outcomeValues, "pending", "not_selected"] as const;

/**
 * Returns a datasheet in Markdown: who is in the data, when and how they were judged, and above all what is missing.
 * Every figure is counted from the record.
 */
export async function datasheetOf(
  source: TableSource,
  { study, settings, head }: StudyRecord,
): Promise<string> {
  const played = await Array.fromAsync(rounds.rows(source));
  const state = cellOf(rounds, "state");
  const inState = (word: string) => played.filter((row) => state(row) === word).length;
  const outcomes = await countBy(decidedIn(source), outcomeWords, ({ outcome }) => outcome);
  const overrides = await Array.fromAsync(source.entries(["decision.overridden"]), ({ body }) => body);
  const overridden = countOverrides(overrides).all;
  const erased = cellOf(people, "erased_seq");
  const persons = await countBy(people.rows(source), ["kept", "erased"], (row) =>
    erased(row) === null ? "kept" : "erased",
  );
  const looked = cellOf(pairs, "not_looked_at");
  const judged = { pairs: 0, silent: 0, reported: 0, annulled: 0 };
  const reported = cellOf(pairs, "reported");
  const annulled = cellOf(pairs, "annulled");
  for await (const row of pairs.rows(source)) {
    judged.pairs += 1;
    judged.silent += Number(looked(row));
    judged.reported += Number(reported(row));
    judged.annulled += Number(annulled(row));
  }
  const moments = played.flatMap((row) => [
    cellOf(rounds, "opened_at")(row),
    cellOf(rounds, "ended_at")(row),
  ]);
  const n = (count: number) => formatNumber(count);
  const selected = n(outcomes.yes + outcomes.no + outcomes.lost + outcomes.pending);
  return [
    `# Data of study ${study}`,
    "",
    `Log up to entry ${head.seq}, head \`${head.hash}\`. Every figure below is counted from that log.`,
    "",
    "## Who",
    "",
    `${n(persons.kept + persons.erased)} people were imported; ${n(persons.erased)} were erased since and have no features here. People and seats have pseudonyms.`,
    `${decidedBy(settings)} Columns that auditors saw: ${settings.presentation.fields.join(", ")}.`,
    "",
    "## When",
    "",
    `${n(played.length)} rounds: ${n(inState("closed"))} closed, ${n(inState("cancelled"))} cancelled, ${n(inState("open"))} open${span(moments)}.`,
    "",
    "## How it was judged",
    "",
    `Auditors compared two people at a time whose chances differed by more than ${settings.learner.alpha}. A pair was reported when enough of the panel called it unfair; the table of rounds says how many that was. Auditors need not look at every pair.`,
    `In closed rounds ${n(judged.pairs)} pairs could be judged and ${n(judged.reported)} were reported; later panels annulled ${n(judged.annulled)} of these.`,
    "",
    "## What is missing",
    "",
    `* Outcomes are one-sided: of ${selected} selected people ${n(outcomes.yes)} have the outcome yes, ${n(outcomes.no)} no, ${n(outcomes.pending)} are still pending and ${n(outcomes.lost)} will never be known. Of the ${n(outcomes.not_selected)} others it will never be known: they are not missing at random.`,
    `* A person with authority decided otherwise than the draw about ${n(overrides.length)} people: ${n(overridden.notPicked)} whom it had selected, whose outcomes are lost, and ${n(overridden.picked)} others.`,
    `* ${n(judged.silent)} verdicts were not given: a seat that did not look at a pair said neither fair nor unfair.`,
    "* Ballots of a round that is open, and of a cancelled one, are sealed and not in these tables.",
    "* Notes and names are not in the log.",
    "",
  ].join("\n");
}

/** Returns which columns the chances depend on. */
function decidedBy({ learner }: StudySettings): string {
  if (learner.learner === "fixed") return `Column with the chances: ${learner.chance.column}.`;
  if (learner.hypotheses.kind === "listed")
    return "The file of rules, next to the log, names the columns that the rules ask about.";
  return `Columns that the rules ask about: ${namedColumns(learner.hypotheses).join(", ")}.`;
}

async function countBy<Item, Word extends string>(
  items: AsyncIterable<Item>,
  words: readonly Word[],
  wordOf: (item: Item) => Word,
): Promise<Record<Word, number>> {
  const counts = Object.fromEntries(words.map((word) => [word, 0])) as Record<Word, number>;
  for await (const item of items) counts[wordOf(item)] += 1;
  return counts;
}

function cellOf(table: TableDefinition, name: string): (row: TableRow) => CellValue {
  const index = table.columns.findIndex((column) => column.name === name);
  return (row) => row[index] ?? null;
}

function span(moments: readonly CellValue[]): string {
  const known = moments.filter((moment): moment is number => typeof moment === "number");
  if (known.length === 0) return "";
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return `, from ${day(Math.min(...known))} to ${day(Math.max(...known))}`;
}
