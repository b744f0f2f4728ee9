import { column, type TableColumn } from "./table.ts";

/** Columns that several tables share, so that the tables can be joined and agree. */
export const seqColumn = column("seq", "integer", "Number of the log entry that this row comes from.");
export const atColumn = column("at", "time", "When that entry was written, by the server's clock.");
export const roundColumn = column("round", "integer", "Number of the round, from 1.");
export const positionColumn = column("position", "integer", "Place among the people of the round, from 0.");
export const personColumn = column(
  "person",
  "text",
  "Pseudonym of the person: p1, p2 and on, in the order of the files.",
);

/** Two people of a round: first the person with the higher chance, as auditors compare them. */
export const pairColumns: readonly TableColumn[] = [
  column("high", "integer", "Position of the person with the higher chance."),
  column("low", "integer", "Position of the person with the lower chance."),
  column("high_person", "text", "Pseudonym of the person with the higher chance."),
  column("low_person", "text", "Pseudonym of the person with the lower chance."),
  column(
    "gap",
    "number",
    "Difference of the two published chances; above alpha, or the pair cannot be judged.",
    "probability",
  ),
];

/** One person of one round, with the chance they were given. */
export const chanceColumns: readonly TableColumn[] = [
  seqColumn,
  roundColumn,
  positionColumn,
  personColumn,
  column(
    "chance",
    "number",
    "Published chance of being selected, as auditors saw it and the draw used it: the propensity.",
    "probability",
  ),
];
