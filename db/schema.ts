import type { Kit } from "./kit.ts";
import { accountTables } from "./schema/accounts.ts";
import { ballotTables } from "./schema/ballots.ts";
import { learnerTables } from "./schema/learner.ts";
import { logTables } from "./schema/log.ts";
import { peopleTables } from "./schema/people.ts";
import { roundTables } from "./schema/rounds.ts";
import { studyTables } from "./schema/studies.ts";

/** Every table of the product, once; `kit` decides the engine. */
export function makeSchema(kit: Kit) {
  const accounts = accountTables(kit);
  const studies = studyTables(kit, accounts);
  const people = peopleTables(kit, studies);
  const rounds = roundTables(kit, studies, people);
  const ballots = ballotTables(kit, studies, rounds);
  return {
    ...accounts,
    ...studies,
    ...people,
    ...rounds,
    ...ballots,
    ...learnerTables(kit, studies),
    ...logTables(kit, studies),
  };
}

export type Tables = ReturnType<typeof makeSchema>;
