import { router } from "#server/api/trpc/trpc.ts";
import { furtherPeople, readFurtherPeople } from "#server/services/people/further-people.ts";
import { fileRouter } from "./files.ts";

/** More people for a published study. */
export const peopleRouter = router({ file: fileRouter(furtherPeople, readFurtherPeople) });
