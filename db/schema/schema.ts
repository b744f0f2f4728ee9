import { accountTables } from "./accounts.ts";
import { annulmentTables } from "./annulments.ts";
import { ballotTables } from "./ballots.ts";
import type { Kit } from "./kit.ts";
import { learnerTables } from "./learner.ts";
import { limitTables } from "./limits.ts";
import { logTables } from "./log.ts";
import { notificationTables } from "./notifications.ts";
import { objectionTables } from "./objections.ts";
import { organisationTables } from "./organisation.ts";
import { overrideTables } from "./overrides.ts";
import { peopleTables } from "./people.ts";
import { programTables } from "./programs.ts";
import { reportTables } from "./reports.ts";
import { roundTables } from "./rounds.ts";
import { runTables } from "./runs.ts";
import { securityTables } from "./security.ts";
import { signInTables } from "./sign-in.ts";
import { studyTables } from "./studies.ts";
import { uploadTables } from "./uploads.ts";

/** Makes every table of the product, once; `kit` decides the engine. */
export function makeSchema(kit: Kit) {
  const accounts = accountTables(kit);
  const studies = studyTables(kit, accounts);
  const people = peopleTables(kit, studies);
  const rounds = roundTables(kit, studies, people);
  const ballots = ballotTables(kit, studies, rounds);
  return {
    ...accounts,
    ...signInTables(kit, accounts),
    ...notificationTables(kit, accounts),
    ...studies,
    ...uploadTables(kit, accounts, studies),
    ...programTables(kit, accounts, studies),
    ...runTables(kit, accounts, studies),
    ...people,
    ...rounds,
    ...ballots,
    ...annulmentTables(kit, rounds),
    ...objectionTables(kit, rounds),
    ...overrideTables(kit, rounds),
    ...learnerTables(kit, studies),
    ...logTables(kit, studies),
    ...reportTables(kit, studies),
    ...securityTables(kit),
    ...limitTables(kit),
    ...organisationTables(kit),
  };
}

export type Tables = ReturnType<typeof makeSchema>;
