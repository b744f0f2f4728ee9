import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { chooseFileSchema, confirmFileSchema } from "#server/schemas/uploads.ts";
import {
  type ConfirmedUse,
  confirmFile,
  type Planned,
  readConfirmed,
} from "#server/studies/uploads/confirm-file.ts";
import {
  checkFile,
  chooseFile,
  discardFile,
  type FileUse,
  type ShownPlan,
} from "#server/studies/uploads/waiting-file.ts";
import type { FormatChoices } from "#server/study/reading.ts";

/**
 * Procedures for an uploaded file that is waiting in a study; uploading itself is a route of its own.
 *
 * @param read the waiting file, with the other data of the study that its page shows
 * @param scope what a token needs; without it no program can use such files
 */
export function waitingFile<Choices extends { readonly format: FormatChoices }, Plan extends ShownPlan, View>(
  use: FileUse<Choices, Plan>,
  read: (app: App, studyId: string) => Promise<View>,
  scope?: Scope,
) {
  const operator = studyProcedure("operator").meta(scope === undefined ? {} : { scope });
  return {
    read: operator.input(studyInputSchema).query(withStudy(read)),

    choose: studyProcedure("operator")
      .input(chooseFileSchema(use.choicesSchema))
      .mutation(({ ctx, input }) => chooseFile(ctx.app, use, input)),

    /** Previews the use of the file, row by row. */
    check: operator.input(studyInputSchema).query(({ ctx, input }) => checkFile(ctx.app, use, input.studyId)),

    discard: studyProcedure("operator")
      .input(studyInputSchema)
      .mutation(({ ctx, input }) => discardFile(ctx.app, use, input.studyId)),
  };
}

/** Procedures for a waiting file that is processed once its preview was confirmed. */
export function fileRouter<
  Choices extends { readonly format: FormatChoices },
  Plan extends Planned,
  Receipt extends object,
  View,
>(
  use: ConfirmedUse<Choices, Plan, Receipt>,
  read: (app: App, studyId: string) => Promise<View>,
  scope?: Scope,
) {
  const operator = studyProcedure("operator").meta(scope === undefined ? {} : { scope });
  return router({
    ...waitingFile(use, read, scope),

    confirm: operator.input(confirmFileSchema).mutation(async ({ ctx, input }) => {
      // Not awaited: `confirmed` reports its progress and its result.
      await confirmFile(ctx.app, use, { ...input, accountId: ctx.account.id });
    }),

    confirmed: operator
      .input(studyInputSchema)
      .query(({ ctx, input }) => readConfirmed(ctx.app, use, input.studyId)),
  });
}
