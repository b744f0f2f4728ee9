import { beforeEach, expect, it } from "vitest";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { cause, makeStage } from "./stage.ts";

const { app, store, as } = makeStage();
let study: TestStudy;
let neighbour: Neighbour;

beforeEach(async () => {
  study = await judgingStudy(app(), { auditors: 2, name: app().newId() });
  neighbour = await addNeighbour(store(), study.studyId);
});

it("an operator and an auditor each propose an annulment, and withdraw their own proposal", async () => {
  const { studyId, operatorId } = study;
  const { round } = await openRound(app(), { studyId });
  const where = (seat: number) => ({ studyId, round, accountId: auditor(study, seat) });
  const { pairs } = await readJudging(app(), where(0));
  const unfair = pairs.map(([high, low]): Verdict => [high, low, "unfair"]);
  await sealVerdicts(app(), where(0), unfair);
  await sealVerdicts(app(), where(1), unfair);
  await closeRound(app(), { studyId, round });
  const [[high = 0, low = 0] = []] = pairs;
  const report = { studyId, round, high, low };
  const ofOperator = as({ id: operatorId }).annulments;
  const ofAuditor = as({ id: auditor(study, 0) }).annulments;
  const { seq } = await ofOperator.propose({ ...report, reason: "wrong-data" });
  expect(seq).toBeGreaterThan(0);
  await refused(cause(ofAuditor.propose({ ...report, reason: "other" })), "annulment-pending");
  await refused(cause(ofAuditor.withdraw(report)), "not-found");
  await ofOperator.withdraw(report);
  await ofAuditor.propose({ ...report, reason: "other" });
  await ofAuditor.withdraw(report);
  const unknown = { ...report, high: low, low: high, reason: "other" as const };
  await refused(cause(ofOperator.propose(unknown)), "report-unknown");
  await neighbour.expectUntouched();
});
