import { administratorProcedure, publicProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import {
  readOrganisation,
  readOrganisationText,
  readOrganisationTexts,
  saveOrganisation,
} from "#server/operations/organisation.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { organisationTextSchema, saveOrganisationSchema } from "#server/schemas/organisation.ts";

export const organisationRouter = router({
  /** For every page. */
  read: publicProcedure.input(noInputSchema).query(({ ctx }) => readOrganisation(ctx.app)),

  text: publicProcedure
    .input(organisationTextSchema)
    .query(({ ctx, input }) => readOrganisationText(ctx.app, input.page)),

  texts: administratorProcedure.input(noInputSchema).query(({ ctx }) => readOrganisationTexts(ctx.app)),

  save: administratorProcedure
    .input(saveOrganisationSchema)
    .mutation(({ ctx, input }) =>
      saveOrganisation(ctx.app, input, { accountId: ctx.account.id, network: ctx.network }),
    ),
});
