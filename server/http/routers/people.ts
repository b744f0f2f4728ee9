import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { personSchema } from "#server/schemas/people.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { fileRouter } from "./files.ts";

/** People of a published study: imports and erasure. */
export const peopleRouter = router({
  file: fileRouter(furtherPeople, readFurtherPeople, "operate"),

  erase: studyProcedure("operator")
    .input(personSchema)
    .mutation(({ ctx, input }) => erasePerson(ctx.app, { ...input, accountId: ctx.account.id })),
});
