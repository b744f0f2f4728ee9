import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readStudy } from "#server/results/read-study.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { reviseSettingsSchema } from "#server/schemas/drafts.ts";
import {
  changeRetentionSchema,
  deleteStudySchema,
  roundPageSchema,
  studySchema,
} from "#server/schemas/rounds.ts";
import { deleteStudy } from "#server/studies/deletion/delete-study.ts";
import { changeRetention } from "#server/studies/people/retention.ts";
import { readRevisableSettings, reviseSettings } from "#server/studies/revise-settings.ts";

export const studiesRouter = router({
  read: studyProcedure("operator", "researcher", "observer")
    .meta({ scope: "read" })
    .input(roundPageSchema)
    .query(({ ctx, input }) => readStudy(ctx.app, input.studyId, input.before)),
  settings: studyProcedure("operator")
    .input(studySchema)
    .query(({ ctx, input }) => readRevisableSettings(ctx.app, input.studyId)),
  reviseSettings: studyProcedure("operator")
    .input(reviseSettingsSchema)
    .mutation(({ ctx, input }) => reviseSettings(ctx.app, input)),
  changeRetention: studyProcedure("operator")
    .input(changeRetentionSchema)
    .mutation(({ ctx, input }) => changeRetention(ctx.app, input)),
  end: studyProcedure("operator")
    .input(studySchema)
    .mutation(({ ctx, input }) => endStudy(ctx.app, input.studyId)),
  delete: studyProcedure("operator")
    .use(stepUp)
    .input(deleteStudySchema)
    .mutation(({ ctx, input }) => deleteStudy(ctx.app, { ...input, accountId: ctx.account.id })),
});
