import { administratorProcedure } from "#server/http/trpc/procedures.ts";
import { ofAccount } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readOrganisationTexts, saveOrganisation } from "#server/operations/organisation.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { saveOrganisationSchema } from "#server/schemas/organisation.ts";

export const organisationRouter = router({
  texts: administratorProcedure.input(noInputSchema).query(({ ctx }) => readOrganisationTexts(ctx.app)),

  save: administratorProcedure.input(saveOrganisationSchema).mutation(ofAccount(saveOrganisation)),
});
