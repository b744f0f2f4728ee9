import { platformOperatorProcedure, studyProcedure } from "#server/http/trpc/procedures.ts";
import { ofAccount, withInput, withStudy } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import * as schemas from "#server/schemas/drafts.ts";
import { studyInputSchema } from "#server/schemas/ids.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { draftPeople, rereadPeople } from "#server/studies/drafts/draft-file.ts";
import { discardDraft, readDraft, saveDraft } from "#server/studies/drafts/open-draft.ts";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { draftRecords, readRecordsFile } from "#server/studies/drafts/records-file.ts";
import { readStart } from "#server/studies/drafts/start.ts";
import { checkFile } from "#server/studies/uploads/waiting-file.ts";
import { waitingFile } from "./files.ts";

const operator = studyProcedure("operator");

export const draftsRouter = router({
  create: platformOperatorProcedure
    .meta({ scope: "drafts" })
    .input(schemas.createDraftSchema)
    .mutation(ofAccount(createDraft)),

  read: operator.meta({ scope: "drafts" }).input(studyInputSchema).query(withStudy(readDraft)),

  save: operator.meta({ scope: "drafts" }).input(schemas.saveDraftSchema).mutation(withInput(saveDraft)),

  reread: operator.meta({ scope: "drafts" }).input(schemas.rereadSchema).mutation(withInput(rereadPeople)),

  /** Previews an import, row by row. */
  check: operator
    .meta({ scope: "drafts" })
    .input(studyInputSchema)
    .query(({ ctx, input }) => checkFile(ctx.app, draftPeople, input.studyId)),

  /** Computes people's chances before anything is learned. */
  start: operator
    .input(studyInputSchema)
    .query(({ ctx, input, signal }) => readStart(ctx.app, input.studyId, signal)),

  /** Past records that are waiting to become the study's start. */
  records: router(waitingFile(draftRecords, readRecordsFile)),

  publish: operator
    .meta({ scope: "drafts" })
    .input(schemas.publishSchema)
    .mutation(async ({ ctx, input }) => {
      // Not awaited: `publishing` reports its progress and its result.
      await startPublishing(ctx.app, { ...input, accountId: ctx.account.id });
    }),

  publishing: operator.meta({ scope: "drafts" }).input(studyInputSchema).query(withStudy(readPublishing)),

  discard: operator.input(studyInputSchema).mutation(withStudy(discardDraft)),
});
