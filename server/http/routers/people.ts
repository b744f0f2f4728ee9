import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount, withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readPeoplePage } from "#server/rounds/read-people.ts";
import { peopleListSchema } from "#server/schemas/lists.ts";
import { personSchema } from "#server/schemas/people.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { fileRouter } from "./files.ts";

/** People of a published study: their list, imports and erasure. */
export const peopleRouter = router({
  list: studyProcedure("operator").input(peopleListSchema).query(withInput(readPeoplePage)),

  file: fileRouter(furtherPeople, readFurtherPeople, "operate"),

  erase: studyProcedure("operator").input(personSchema).mutation(withAccount(erasePerson)),
});
