import * as meaning from "#messages/tables.ts";
import { column, type TableColumn } from "./table.ts";

/** Columns that several tables share, so that the tables can be joined and agree. */
export const seqColumn = column("seq", "integer", meaning.seq);
export const atColumn = column("at", "time", meaning.at);
export const roundColumn = column("round", "integer", meaning.round);
export const positionColumn = column("position", "integer", meaning.position);
export const personColumn = column("person", "text", meaning.person);

/** Two people of a round: first the person with the higher chance, as auditors compare them. */
export const pairColumns: readonly TableColumn[] = [
  column("high", "integer", meaning.high),
  column("low", "integer", meaning.low),
  column("high_person", "text", meaning.highPerson),
  column("low_person", "text", meaning.lowPerson),
  column("gap", "number", meaning.gap, meaning.probability),
];

/** One person of one round, with the chance they were given. */
export const chanceColumns: readonly TableColumn[] = [
  seqColumn,
  roundColumn,
  positionColumn,
  personColumn,
  column("chance", "number", meaning.chance, meaning.probability),
];
