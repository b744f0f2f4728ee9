/**
 * Makes a study with twenty people a round in the database it is started with, for the demo's accounts, and opens its
 * first round: one person with an income above 60, one above 30, eighteen below, so 18 + 18 + 1 pairs can be judged, and
 * 24 of them are the docket. A second study of the same people, "Asked more", asks everything beside a verdict; in a
 * third, "Beside the limit", the differences lie right beside what is judged. Prints the id of the first.
 */
import { demoAccounts } from "#server/cli/demo/accounts.ts";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { seatAuditor } from "#server/services/studies/seats.ts";
import { incomeAbove, publishFor } from "#tests/setup/study.ts";

const app = { ...(await getApp()), mailer: null };
try {
  const accounts = await demoAccounts(app);
  const idsOf = (role: string) => accounts.flatMap((one) => (one.role === role ? [one.accountId] : []));
  const [operatorId = ""] = idsOf("operator");
  const poor = Array.from({ length: 18 }, (_, index) => [
    String(5 + index),
    String(index % 4),
    index % 3 === 0 ? "own" : "rent",
  ]);
  const opened = async (name: string, settings: Record<string, unknown>, incomes = [30, 60]) => {
    const studyId = await publishFor(app, operatorId, {
      name,
      people: [["90", "3", "rent"], ["45", "2", "own"], ...poor],
      rules: { kind: "conjunctions", predicates: incomeAbove(...incomes) },
      settings: { roundSize: "20", ...settings },
    });
    for (const accountId of idsOf("auditor").slice(0, 3)) await seatAuditor(app, { studyId, accountId });
    await openRound(app, { studyId });
    return studyId;
  };
  const asked = { lookFirst: true, reasons: true, notes: true, repeat: true, tolerance: true };
  await opened("Asked more", { asking: { docket: "minutes", minutes: "10", ...asked } });
  // 4 of 9 rules accept the first person and 1 of 9 all others, but nobody has an income above 95.
  await opened("Beside the limit", { alphaPoints: "33.3" }, [30, 60, 95]);
  console.log(await opened("Twenty people", {}));
} finally {
  await closeApp();
}
