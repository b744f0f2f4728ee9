import { publicProcedure, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import {
  makePersonalLink,
  readPersonalLinks,
  withdrawPersonalLink,
} from "#server/results/explanations/personal-links.ts";
import { objectByLink, readExplanation } from "#server/results/explanations/read-explanation.ts";
import * as schemas from "#server/schemas/objections.ts";
import { roundSchema } from "#server/schemas/rounds.ts";

/** Decisions explained to the people concerned, behind personal links. */
export const explanationsRouter = router({
  /** The holder of the link has its secret; no account is needed. */
  read: publicProcedure
    .input(schemas.personalLinkSchema)
    .query(({ ctx, input }) => readExplanation(ctx.app, input.token)),

  object: publicProcedure.input(schemas.objectByLinkSchema).mutation(withInput(objectByLink)),

  links: studyProcedure("operator").input(roundSchema).query(withInput(readPersonalLinks)),

  makeLink: studyProcedure("operator")
    .input(schemas.makePersonalLinkSchema)
    .mutation(({ ctx, input: { days, contact, ...person } }) =>
      makePersonalLink(ctx.app, person, { days, contact, accountId: ctx.account.id }),
    ),

  withdrawLink: studyProcedure("operator")
    .input(schemas.personOfRoundSchema)
    .mutation(withInput(withdrawPersonalLink)),
});
