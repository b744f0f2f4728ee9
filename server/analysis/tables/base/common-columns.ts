import type { TableColumn } from "./table.ts";

/** Columns that several tables share, so that the tables can be joined and agree. */
export const seqColumn: TableColumn = {
  name: "seq",
  type: "integer",
  about: "Number of the log entry that this row comes from.",
};
export const atColumn: TableColumn = {
  name: "at",
  type: "time",
  about: "When that entry was written, by the server's clock.",
};
export const roundColumn: TableColumn = {
  name: "round",
  type: "integer",
  about: "Number of the round, from 1.",
};
export const positionColumn: TableColumn = {
  name: "position",
  type: "integer",
  about: "Place among the people of the round, from 0.",
};
export const personColumn: TableColumn = {
  name: "person",
  type: "text",
  about: "Pseudonym of the person: p1, p2 and on, in the order of the files.",
};

/** Two people of a round: first the person with the higher chance, as auditors compare them. */
export const pairColumns: readonly TableColumn[] = [
  { name: "high", type: "integer", about: "Position of the person with the higher chance." },
  { name: "low", type: "integer", about: "Position of the person with the lower chance." },
  { name: "high_person", type: "text", about: "Pseudonym of the person with the higher chance." },
  { name: "low_person", type: "text", about: "Pseudonym of the person with the lower chance." },
  {
    name: "gap",
    type: "number",
    unit: "probability",
    about: "Difference of the two published chances; above alpha, or the pair cannot be judged.",
  },
];

/** One person of one round, with the chance they were given. */
export const chanceColumns: readonly TableColumn[] = [
  seqColumn,
  roundColumn,
  positionColumn,
  personColumn,
  {
    name: "chance",
    type: "number",
    unit: "probability",
    about: "Published chance of being selected, as auditors saw it and the draw used it: the propensity.",
  },
];
