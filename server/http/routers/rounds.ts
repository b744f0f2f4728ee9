import { requireConfirmed } from "#server/accounts/confirmation.ts";
import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount, withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readChangedForAuditor } from "#server/results/policy/read-changed-pairs.ts";
import { askTolerances } from "#server/rounds/ask-tolerances.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { closesEarly } from "#server/rounds/closes-early.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readMyRounds } from "#server/rounds/judging/read-my-rounds.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { readPractice } from "#server/rounds/judging/read-practice.ts";
import { readReceiptProof } from "#server/rounds/judging/read-receipt-proof.ts";
import { readReceipts } from "#server/rounds/judging/read-receipts.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRounds } from "#server/rounds/open-rounds.ts";
import { readWaiting } from "#server/rounds/read-people.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { logEntrySchema } from "#server/schemas/results.ts";
import * as schemas from "#server/schemas/rounds.ts";

const operator = studyProcedure("operator");
const auditor = studyProcedure("auditor");
const anyAuditor = studyProcedure("auditor", "former-auditor");

export const roundsRouter = router({
  open: operator
    .meta({ scope: "operate" })
    .input(schemas.openRoundSchema)
    .mutation(({ ctx, input: { personIds, deadlineAt, asksTolerances = false, ...input } }) =>
      openRounds(ctx.app, {
        ...{ ...input, asksTolerances },
        ...(personIds && { personIds }),
        ...(deadlineAt && { deadlineAt }),
      }),
    ),

  waiting: operator.meta({ scope: "operate" }).input(schemas.waitingSchema).query(withInput(readWaiting)),

  close: operator
    .meta({ scope: "operate" })
    .input(schemas.roundSchema)
    .mutation(async ({ ctx, input }) => {
      if (await closesEarly(ctx.app, input)) requireConfirmed(ctx.session, ctx.app.now());
      return closeRound(ctx.app, input);
    }),

  extend: operator
    .meta({ scope: "operate" })
    .input(schemas.extendRoundSchema)
    .mutation(withInput(extendRound)),

  askTolerances: operator
    .meta({ scope: "operate" })
    .input(schemas.roundSchema)
    .mutation(withInput(askTolerances)),

  cancel: operator.use(stepUp).input(schemas.cancelRoundSchema).mutation(withInput(cancelRound)),

  board: studyProcedure("operator", "researcher", "observer")
    .meta({ scope: "read" })
    .input(schemas.roundSchema)
    .query(({ ctx, input }) => readRoundDetails(ctx.app, input.studyId, input.round, { reader: ctx.role })),

  practice: auditor.input(studyInputSchema).query(withStudy(readPractice)),

  judging: auditor.input(schemas.roundSchema).query(withAccount(readJudging)),

  receipts: anyAuditor.input(schemas.roundSchema).query(withAccount(readReceipts)),

  ownReceipts: anyAuditor.input(studyInputSchema).query(withAccount(readOwnReceipts)),

  receiptProof: anyAuditor.input(logEntrySchema).query(withAccount(readReceiptProof)),

  result: anyAuditor.input(schemas.roundSchema).query(withAccount(readResult)),

  changed: auditor.input(schemas.roundSchema).query(withAccount(readChangedForAuditor)),

  mine: anyAuditor.input(schemas.roundPageSchema).query(withAccount(readMyRounds)),
});
