import { publicProcedure, stepUp, studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount, withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import {
  readReportLink,
  readSharedReport,
  readStatedReport,
  shareReport,
  withdrawReportLink,
} from "#server/results/report/report-link.ts";
import { stateFields } from "#server/results/report/statements.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { sharedReportSchema, stateFieldsSchema } from "#server/schemas/report.ts";

const operator = studyProcedure("operator");

export const reportRouter = router({
  read: studyProcedure("operator", "researcher").input(studyInputSchema).query(withStudy(readStatedReport)),

  state: operator.input(stateFieldsSchema).mutation(withInput(stateFields)),

  link: operator.input(studyInputSchema).query(withStudy(readReportLink)),

  share: operator.use(stepUp).input(studyInputSchema).mutation(withAccount(shareReport)),

  withdraw: operator.input(studyInputSchema).mutation(withAccount(withdrawReportLink)),

  /** For everyone who has the link. */
  shared: publicProcedure
    .input(sharedReportSchema)
    .query(({ ctx, input }) => readSharedReport(ctx.app, input.token)),
});
