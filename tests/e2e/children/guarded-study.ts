/**
 * Makes a study in mode guarded in the database it is started with, for the demo's accounts: two rounds are closed, the
 * first with a report, the third is open. Prints the study's id.
 */
import { demoAccounts } from "#server/cli/demo/accounts.ts";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { addResearcher, seatAuditor } from "#server/services/studies/seats.ts";
import { emailOf } from "#tests/setup/app.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { incomeAbove, publishFor } from "#tests/setup/study.ts";
import { playNext } from "../../services/watching/three-rounds.ts";

const app = { ...(await getApp()), mailer: null };
try {
  const accounts = await demoAccounts(app);
  const idsOf = (role: string) => accounts.flatMap((one) => (one.role === role ? [one.accountId] : []));
  const [operatorId = ""] = idsOf("operator");
  const auditorIds = idsOf("auditor").slice(0, 3);
  const couple = [
    ["90", "3", "rent"],
    ["10", "3", "rent"],
  ];
  const studyId = await publishFor(app, operatorId, {
    name: "Guarded loans",
    people: [couple, couple, couple, couple].flat(),
    rules: { kind: "conjunctions", predicates: incomeAbove(50) },
    settings: { ...guardedSettings, roundSize: "2" },
  });
  for (const accountId of idsOf("researcher")) await addResearcher(app, { studyId, accountId });
  for (const accountId of auditorIds) await seatAuditor(app, { studyId, accountId });
  const names = { operatorEmail: emailOf("operator"), auditorEmails: [] };
  const study = { studyId, operatorId, auditorIds, ...names };
  // The second round has no pair to judge: its limit is alpha.
  for (let round = 1; round <= 2; round += 1)
    await playNext(app, study, [["unfair", "unfair", "acceptable"]]);
  await openRound(app, { studyId });
  console.log(studyId);
} finally {
  await closeApp();
}
