import { appendFileSync, mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { allProcedures } from "#tests/http/roles.ts";
import { driveAccounts } from "./accounts.ts";
import { driveDraft } from "./draft.ts";
import { type Cost, table } from "./drive.ts";
import { drivePanel, drivePeople } from "./people.ts";
import { driveOutcomes, driveRound, driveWatching } from "./rounds.ts";
import { type Size, sizes } from "./sizes.ts";
import { setTheStage } from "./stage.ts";

/** A small study, so that no procedure is forgotten; `npm run trial -- costs` drives the largest there may be. */
const isWhole = process.env.EVENHAND_TRIAL_COSTS === "largest";

/** What is refused whatever the size: mail is not set up, nothing waits to be undone. */
const mayBeRefused = new Set(["mail.sendTest", "reminders.send", "reminders.undo"]);

/** The trial takes long: what is known already can be read meanwhile. */
function note(cost: Cost): void {
  mkdirSync("test-results", { recursive: true });
  appendFileSync("test-results/costs.jsonl", `${JSON.stringify(cost)}\n`);
}

async function driveAll(size: Size): Promise<readonly Cost[]> {
  const stage = await setTheStage(isWhole ? note : () => {});
  try {
    await driveAccounts(stage);
    const operator = await stage.signIn("operator");
    const auditor = await stage.signIn("auditor");
    const studyId = await driveDraft(stage, operator, size);
    const auditors = await drivePanel(stage, operator, { studyId, seats: size.seats });
    await drivePeople(stage, operator, studyId, size);
    const who = { operator, auditor };
    let round = 0;
    let hasOutcomes = false;
    // The draw may pick nobody of a small round: then there is nothing to say of it, and another one follows.
    while (round < 2 || (!hasOutcomes && round < 8)) {
      round += 1;
      await driveRound(stage, who, { studyId, round, auditors, size });
      hasOutcomes = (await driveOutcomes(stage, operator, studyId, round)) || hasOutcomes;
    }
    await driveWatching(stage, who, studyId, round);
    await stage.drive.must(operator, "rounds.open", { studyId });
    await stage.drive.must(operator, "rounds.cancel", { studyId, round: round + 1, reason: "trouble" });
    await stage.drive.must(operator, "studies.end", { studyId });
    return stage.drive.costs;
  } finally {
    if (isWhole) console.log(table(stage.drive.costs));
    await stage.close();
  }
}

it("every procedure is driven over HTTP and answered", async () => {
  const costs = await driveAll(isWhole ? sizes.largest : sizes.small);
  const paths = new Set(costs.map(({ path }) => path));
  expect([...paths].sort()).toEqual(
    allProcedures()
      .map(({ path }) => path)
      .sort(),
  );
  const answered = new Set(costs.flatMap(({ path, refused }) => (refused === null ? [path] : [])));
  expect([...paths].filter((path) => !answered.has(path) && !mayBeRefused.has(path))).toEqual([]);
});
