import { pgKit, sqliteKit } from "./kit.ts";
import { makeSchema } from "./schema.ts";

/**
 * What drizzle-kit reads: it takes the named exports of a module for the tables, so they are named here, once. Its
 * configuration says for which engine.
 */
export const {
  account,
  session,
  identity,
  invitation,
  mailTally,
  attempt,
  device,
  factor,
  recoveryCode,
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
  savedVerdict,
  ballot,
  learnerUpdate,
  learnerSnapshot,
  keptTotals,
  logEntry,
  treeTile,
  checkpoint,
  cosignature,
  witnessTrouble,
  securityEvent,
  securityHead,
  callCount,
} = makeSchema(process.env.EVENHAND_GENERATE === "pg" ? pgKit : sqliteKit);
