import { Refusal } from "../../scripts/lib/refusal.mjs";
import { type SourceFile, sourceFiles } from "../architecture/source-files.ts";
import { type Mutant, mutantsOf } from "./plant.ts";

/** The parts of the product that are tried, each measured for itself. */
export const areas = {
  learner: "server/learner",
  log: "server/log",
  services: "server/services",
  queries: "db/queries",
  auth: "server/auth",
  api: "server/api",
} as const;

export type Area = keyof typeof areas;

export const areaNames = Object.keys(areas) as Area[];

export function areaOf(file: string): Area | undefined {
  return areaNames.find((area) => file.startsWith(`${areas[area]}/`));
}

/** Every mutant of an area, or of those of its files that begin with one of these words. @throws Refusal if there is none */
export function mutantsIn(area: Area, only: readonly string[]): Mutant[] {
  const files = sourceFiles(`${areas[area]}/**/*.ts`);
  if (files.length === 0)
    throw new Refusal(`${areas[area]} holds no file: put its place right in tests/mutants/areas.ts`);
  const isWanted = ({ file }: SourceFile) => only.length === 0 || only.some((word) => file.startsWith(word));
  return files.filter(isWanted).flatMap(({ file, source }) => mutantsOf(file, source));
}
