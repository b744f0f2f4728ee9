import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Column, Features, HypothesisSpec } from "#server/learner/config/spec.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { rowPopulation } from "#server/simulation/engine/population.ts";
import { type FileWorld, SimulationRefusal } from "#server/simulation/plan.ts";
import type { World } from "#server/simulation/world.ts";
import { asItStands, plainReading } from "#server/study/cells/notation.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import { learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { ignoredColumn } from "#server/study/empty-draft.ts";
import { convertColumns } from "#server/study/files/reading/convert-columns.ts";
import { type PeopleFile, readPeople } from "#server/study/files/reading/read-people.ts";

/**
 * Reads a file of people as the product does, unedited, and makes its rows a population.
 *
 * @throws SimulationRefusal on a column that is not there, a cell that cannot be read, or no row with an outcome;
 *   DomainError if the file as a whole cannot be read
 */
export function tableWorld(world: FileWorld): World {
  const bytes = readBytes("world.file", world.file);
  const file = readPeople(bytes);
  refuseProblems(world.file, file.problems);
  const choices = choicesFor(world, file);
  const converted = convertColumns(file, choices);
  refuseProblems(world.file, converted.problems);
  const known = learnerColumns(choices);
  const features = world.features.map(({ name }) => columnOf(known, name));
  const auditorsSee = [...world.features, ...world.shown].map(({ name }) => columnOf(known, name));
  const label = labelReader(world, known);
  const rows = converted.features.map((cells, i) => ({
    features: features.map(({ position }) => cells[position] ?? null),
    shown: auditorsSee.map(({ position }) => cells[position] ?? null),
    label: label(cells, converted.outcomes[i] ?? null),
  }));
  const columns = features.map(({ column }) => column);
  if (rows.every((row) => row.label === null)) {
    throw new SimulationRefusal(
      `world.outcome: none of the ${rows.length} rows of ${world.file} has an outcome`,
    );
  }
  const shownColumns = auditorsSee.map(({ column }) => column);
  const { population, leftOut } = rowPopulation(columns, shownColumns, rows);
  const people = `${population.kinds.length} people`;
  const notes = [
    `${world.file}: ${people}${leftOut > 0 ? `, ${leftOut} rows without an outcome left out` : ""}`,
    ...("majority" in world.outcome
      ? [
          `The label is a stand-in: yes if more than half of ${world.outcome.majority.join(", ")} are at least ${world.outcome.atLeast}.`,
        ]
      : []),
  ];
  return {
    population,
    hypotheses: rulesFor(world, columns, rows),
    identity: createHash("sha256").update(bytes).digest("hex"),
    notes,
  };
}

/** @param where the file's place in the plan, for the refusal */
export function readBytes(where: string, file: string): Uint8Array {
  try {
    return readFileSync(givenPath(file));
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new SimulationRefusal(`${where}: ${file} cannot be read${reason}`, { cause });
  }
}

function refuseProblems(file: string, problems: readonly { readonly message: string }[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 3).map(({ message }) => `  ${message}`);
  const more = problems.length > 3 ? `\n  and ${problems.length - 3} more` : "";
  throw new SimulationRefusal(`world.file: ${file} has problems:\n${shown.join("\n")}${more}`);
}

/** Returns one choice per column of the file: its use, by the names of the plan. */
function choicesFor({ features, shown, outcome }: FileWorld, file: PeopleFile): ColumnChoice[] {
  const used = new Map<string, Partial<ColumnChoice>>();
  const add = (column: string, choice: Partial<ColumnChoice>) => {
    if (!file.columns.some((each) => each.name === column)) {
      const names = file.columns.map((each) => each.name).join(", ");
      throw new SimulationRefusal(`there is no column ${JSON.stringify(column)}; the file has ${names}`);
    }
    if (used.has(column)) throw new SimulationRefusal(`column ${JSON.stringify(column)} is used twice`);
    used.set(column, choice);
  };
  const feature = (name: string, reading: ColumnReading) => ({ name, role: "both" as const, ...reading });
  for (const { column, name, type } of [...features, ...shown]) {
    const guess = file.columns.find((each) => each.name === column)?.guess ?? asItStands;
    const isAsGuessed = type === undefined || type === guess.type;
    add(column, feature(name, isAsGuessed ? guess : plainReading(type)));
  }
  if ("majority" in outcome) {
    for (const column of outcome.majority) {
      // scores that auditors also see are read once
      if (!used.has(column)) add(column, feature(column, plainReading("number")));
    }
  } else {
    add(outcome.column, { role: "outcome", yes: [...outcome.yes], no: [...outcome.no] });
  }
  return file.columns.map(({ name }, source) => ({ ...ignoredColumn(source, name), ...used.get(name) }));
}

function columnOf(columns: readonly Column[], name: string): { position: number; column: Column } {
  const position = columns.findIndex((column) => column.name === name);
  const column = columns[position];
  if (column === undefined) throw new SimulationRefusal(`there is no column ${JSON.stringify(name)}`);
  return { position, column };
}

function labelReader({ outcome, shown, features }: FileWorld, columns: readonly Column[]) {
  if (!("majority" in outcome)) {
    return (_: Features, value: "yes" | "no" | null): 0 | 1 | null =>
      value === null ? null : value === "yes" ? 1 : 0;
  }
  const positions = outcome.majority.map((column) => {
    const renamed = [...features, ...shown].find((each) => each.column === column)?.name ?? column;
    return columnOf(columns, renamed).position;
  });
  return (cells: Features): 0 | 1 | null => {
    const scores = positions.map((position) => cells[position] ?? null);
    if (scores.includes(null)) return null;
    return 2 * scores.filter((score) => Number(score) >= outcome.atLeast).length > scores.length ? 1 : 0;
  };
}

function rulesFor(
  { rules }: FileWorld,
  columns: readonly Column[],
  rows: readonly { readonly features: Features }[],
): HypothesisSpec {
  if (rules.kind !== "quantile-cuts") return rules;
  const cuts = columns.flatMap(({ name, type }, position) => {
    if (type !== "number") return [];
    const cells = rows
      .flatMap(({ features }) => features[position] ?? [])
      .sort((a, b) => Number(a) - Number(b));
    const quantiles = Array.from(
      { length: rules.count },
      (_, i) => cells[Math.floor(((i + 1) * cells.length) / (rules.count + 1))],
    );
    return [...new Set(quantiles)].flatMap((cut) => (cut === undefined ? [] : [{ column: name, cut }]));
  });
  if (rules.depth === undefined) return { kind: "thresholds", version: 1, cuts };
  const predicates = cuts.map(({ column, cut }) => ({ column, test: "at-most" as const, value: cut }));
  return { kind: "trees", version: 1, predicates, depth: rules.depth };
}
