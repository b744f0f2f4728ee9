import { stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount, withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readStudy } from "#server/results/read-study.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { reviseSettingsSchema } from "#server/schemas/drafts.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { changeRetentionSchema, deleteStudySchema } from "#server/schemas/rounds.ts";
import { deleteStudy } from "#server/studies/deletion/delete-study.ts";
import { changeRetention } from "#server/studies/people/retention.ts";
import { readRevisableSettings, reviseSettings } from "#server/studies/revise-settings.ts";

const operator = studyProcedure("operator");

export const studiesRouter = router({
  read: studyProcedure("operator", "researcher", "observer")
    .meta({ scope: "read" })
    .input(studyInputSchema)
    .query(withStudy(readStudy)),
  settings: operator.input(studyInputSchema).query(withStudy(readRevisableSettings)),
  reviseSettings: operator.input(reviseSettingsSchema).mutation(withInput(reviseSettings)),
  changeRetention: operator.input(changeRetentionSchema).mutation(withInput(changeRetention)),
  end: operator.input(studyInputSchema).mutation(withStudy(endStudy)),
  delete: operator.use(stepUp).input(deleteStudySchema).mutation(withAccount(deleteStudy)),
});
