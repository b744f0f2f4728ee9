import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { answerObjection } from "#server/rounds/judging/answer-objection.ts";
import { forwardObjection } from "#server/rounds/objections/forward-objection.ts";
import { readObjections } from "#server/rounds/objections/read-objections.ts";
import { receiveObjection } from "#server/rounds/objections/receive-objection.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import * as schemas from "#server/schemas/objections.ts";

/** Objections to decisions: operators receive and forward them, the panel of a later round answers. */
export const objectionsRouter = router({
  list: studyProcedure("operator").input(studyInputSchema).query(withStudy(readObjections)),

  receive: studyProcedure("operator")
    .input(schemas.receiveObjectionSchema)
    .mutation(({ ctx, input: { text, ...person } }) =>
      receiveObjection(ctx.app, person, { text, by: "operator" }),
    ),

  forward: studyProcedure("operator")
    .input(schemas.forwardObjectionSchema)
    .mutation(withInput(forwardObjection)),

  answer: studyProcedure("auditor")
    .input(schemas.answerObjectionSchema)
    .mutation(({ ctx, input: { objection, answer, ...place } }) =>
      answerObjection(ctx.app, { ...place, accountId: ctx.account.id }, { objection, answer }),
    ),
});
