import { sqliteKit } from "./kit.ts";
import { makeSchema } from "./schema.ts";

/** Named exports because the migration generator reads a module's exports. */
export const {
  account,
  session,
  invitation,
  study,
  guideline,
  membership,
  seat,
  job,
  upload,
  peopleImport,
  person,
  personData,
  sealedOutcome,
  round,
  roundPerson,
  roundSeat,
  violation,
  draw,
  decision,
  outcome,
  verdictDraft,
  ballot,
  learnerUpdate,
  learnerSnapshot,
  logEntry,
} = makeSchema(sqliteKit);
