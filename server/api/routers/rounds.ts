import * as schemas from "#server/schemas/rounds.ts";
import { applyInBackground } from "#server/services/learner/apply-updates.ts";
import { cancelRound } from "#server/services/rounds/cancel-round.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { readBoard } from "#server/services/rounds/read-board.ts";
import { readJudging } from "#server/services/rounds/read-judging.ts";
import { readMyRounds } from "#server/services/rounds/read-my-rounds.ts";
import { studyProcedure } from "../procedures.ts";
import { router } from "../trpc.ts";

export const roundsRouter = router({
  open: studyProcedure("operator")
    .input(schemas.openRoundSchema)
    .mutation(({ ctx, input: { studyId, personIds, deadlineAt } }) =>
      openRound(ctx.app, { studyId, ...(personIds && { personIds }), ...(deadlineAt && { deadlineAt }) }),
    ),

  close: studyProcedure("operator")
    .input(schemas.roundSchema)
    .mutation(async ({ ctx, input }) => {
      const receipt = await closeRound(ctx.app, { ...input, reason: "operator" });
      applyInBackground(ctx.app, input.studyId);
      return receipt;
    }),

  cancel: studyProcedure("operator")
    .input(schemas.roundSchema)
    .mutation(({ ctx, input }) => cancelRound(ctx.app, input)),

  board: studyProcedure("operator", "researcher")
    .input(schemas.roundSchema)
    .query(({ ctx, input }) => readBoard(ctx.app, input.studyId, input.round)),

  judging: studyProcedure("auditor")
    .input(schemas.roundSchema)
    .query(({ ctx, input }) => readJudging(ctx.app, { ...input, accountId: ctx.account.id })),

  mine: studyProcedure("auditor")
    .input(schemas.studySchema)
    .query(({ ctx, input }) => readMyRounds(ctx.app, { ...input, accountId: ctx.account.id })),
});
