import { studyProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import * as schemas from "#server/schemas/further-people.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import {
  checkFurther,
  chooseFurther,
  discardFurther,
  readFurtherPeople,
} from "#server/services/people/further-people.ts";
import { readImporting, startImporting } from "#server/services/people/import-further.ts";

/** More people for a published study. */
export const peopleRouter = router({
  /** The uploaded file that waits, with what was decided about it. */
  file: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => readFurtherPeople(ctx.app, input.studyId)),

  chooseFile: studyProcedure("operator")
    .input(schemas.chooseFurtherSchema)
    .mutation(({ ctx, input }) => chooseFurther(ctx.app, input)),

  /** What importing the file would do, row by row. */
  checkFile: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => checkFurther(ctx.app, input.studyId)),

  importFile: studyProcedure("operator")
    .input(schemas.importFurtherSchema)
    .mutation(async ({ ctx, input }) => {
      // Not awaited: `importing` tells how it goes, and how it ended.
      await startImporting(ctx.app, { ...input, accountId: ctx.account.id });
    }),

  importing: studyProcedure("operator")
    .input(studyInputSchema)
    .query(({ ctx, input }) => readImporting(ctx.app, input.studyId)),

  discardFile: studyProcedure("operator")
    .input(studyInputSchema)
    .mutation(({ ctx, input }) => discardFurther(ctx.app, input.studyId)),
});
