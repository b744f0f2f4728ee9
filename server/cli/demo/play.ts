import type { App } from "#server/platform/app/app.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { addResearcher, seatAuditor } from "#server/studies/seats.ts";
import type { DemoAccount } from "./accounts.ts";
import { demoAuditors, sealAs } from "./panel.ts";
import { publishDemo } from "./publish.ts";

const playedRounds = 12;
const day = 24 * 60 * 60_000;

/** Creates the demo study, plays some rounds of it with simulated auditors and leaves one open to be judged. */
export async function makeDemoStudy(
  app: App,
  accounts: readonly DemoAccount[],
  report: (step: string) => void,
): Promise<string> {
  const withRole = (role: string) => accounts.filter((account) => account.role === role);
  const [operator] = withRole("operator");
  if (operator === undefined) throw new Error("the demo has no operator");
  report("study");
  const studyId = await publishDemo(app, operator.accountId);
  for (const { accountId } of withRole("researcher")) await addResearcher(app, { studyId, accountId });
  const auditors = withRole("auditor");
  for (const { accountId } of auditors) await seatAuditor(app, { studyId, accountId });
  const played = { studyId, operator, auditors };
  for (let round = 1; round <= playedRounds; round += 1) {
    report(`round ${round} of ${playedRounds}`);
    await playRound(app, played);
  }
  report("open round");
  await openToJudge(app, played);
  return studyId;
}

type Demo = {
  readonly studyId: string;
  readonly operator: Pick<DemoAccount, "accountId">;
  readonly auditors: readonly Pick<DemoAccount, "accountId">[];
};

/** @internal */
export async function playRound(app: App, { studyId, operator, auditors }: Demo): Promise<void> {
  const { round, isClosed } = await openRound(app, { studyId });
  for (const [index, { accountId }] of auditors.entries()) {
    const auditor = demoAuditors[index];
    if (auditor !== undefined && !isClosed) await sealAs(app, { studyId, round, accountId }, auditor);
  }
  await closeRound(app, { studyId, round });
  await learn(app, { studyId, operator }, round);
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
