import type { App } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { addReader, seatAuditor } from "#server/studies/seats.ts";
import type { DemoAccount } from "./make-accounts.ts";
import { demoAuditors, sealAs } from "./panel.ts";
import { publishAudit, publishLoans } from "./publish.ts";

const playedRounds = 12;
const endedRounds = 3;
const auditRounds = 1;
const day = 24 * 60 * 60_000;

/**
 * Creates the demo's three studies and plays their rounds with simulated auditors: one that is running, with a round to
 * be judged, one that has ended, and an audit of a rule in force.
 */
export async function makeDemoStudies(
  app: App,
  accounts: readonly DemoAccount[],
  report: (step: string) => void,
): Promise<void> {
  const withRole = (role: string) => accounts.filter((account) => account.role === role);
  const [operator] = withRole("operator");
  if (operator === undefined) throw new Error("the demo has no operator");
  const auditors = withRole("auditor");
  const seated = async (studyId: string): Promise<Demo> => {
    for (const role of ["researcher", "observer"] as const)
      for (const { accountId } of withRole(role)) await addReader(app, { studyId, accountId, role });
    for (const { accountId } of auditors) await seatAuditor(app, { studyId, accountId });
    return { studyId, operator, auditors };
  };
  const loans = (made: Parameters<typeof publishLoans>[2]) => publishLoans(app, operator.accountId, made);
  report("study");
  const running = await seated(await loans({ name: "Small loans (demo)", seed: 1, count: 240 }));
  for (let round = 1; round <= playedRounds; round += 1) {
    report(`round ${round} of ${playedRounds}`);
    await playRound(app, running);
  }
  report("open round");
  await openToJudge(app, running);
  report("ended study");
  const ended = await seated(await loans({ name: "Earlier small loans (demo)", seed: 2, count: 60 }));
  for (let round = 1; round <= endedRounds; round += 1) await playRound(app, ended);
  await endStudy(app, ended.studyId);
  report("audit");
  const audit = await seated(await publishAudit(app, operator.accountId));
  for (let round = 1; round <= auditRounds; round += 1) await judgeRound(app, audit);
}

type Demo = {
  readonly studyId: string;
  readonly operator: Pick<DemoAccount, "accountId">;
  readonly auditors: readonly Pick<DemoAccount, "accountId">[];
};

/** @internal */
export async function playRound(app: App, demo: Demo): Promise<void> {
  await learn(app, demo, await judgeRound(app, demo));
}

/** Opens a round, seals the ballots of the simulated auditors and closes it. @returns its number */
async function judgeRound(app: App, { studyId, auditors }: Demo): Promise<number> {
  const { round, isClosed } = await openRound(app, { studyId });
  for (const [index, { accountId }] of auditors.entries()) {
    const auditor = demoAuditors[index];
    if (auditor !== undefined && !isClosed) await sealAs(app, { studyId, round, accountId }, auditor);
  }
  await closeRound(app, { studyId, round });
  return round;
}

/**
 * Opens rounds until one has a pair to judge; the others close automatically.
 *
 * @internal
 */
export async function openToJudge(app: App, { studyId, operator }: Omit<Demo, "auditors">): Promise<void> {
  for (;;) {
    const { round, isClosed } = await openRound(app, { studyId, deadlineAt: app.now() + 7 * day });
    if (!isClosed) return;
    await learn(app, { studyId, operator }, round);
  }
}

async function learn(app: App, { studyId, operator }: Omit<Demo, "auditors">, round: number): Promise<void> {
  await revealSealedOutcomes(app, { studyId, accountId: operator.accountId, round });
  await applyUpdates(app, studyId);
}
