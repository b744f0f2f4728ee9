import { z } from "zod";
import { finishImport } from "#db/queries/imports.ts";
import { personIdsFrom } from "#server/audit-log/pseudonyms.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded } from "#server/studies/settings.ts";
import type { Confirmed } from "#server/studies/uploads/confirm-file.ts";
import type { FurtherChoices } from "#server/study/files/people/further-people.ts";
import type { PlannedPeople } from "#server/study/files/people/further-tasks.ts";
import { addChunks } from "./add-chunks.ts";
import { abandonImport, beginImport, type StagedImport } from "./stage-people.ts";

/** The imported people, and the log entry of the import. */
export const importReceiptSchema = z.strictObject({
  first: z.string(),
  last: z.string(),
  count: z.int(),
  seq: z.int(),
});

export type ImportReceipt = z.output<typeof importReceiptSchema>;

type Import = Confirmed<FurtherChoices, PlannedPeople, ImportReceipt>;

/**
 * Imports a further file. People are stored in chunks and count at the end (docs/decisions/0004). A failure before that
 * leaves nothing behind.
 *
 * @throws DomainError "study-ended"; "busy" once another process has taken over
 */
export async function importFurther(app: App, confirmed: Import): Promise<void> {
  const { job, file, plan } = confirmed;
  const { studyId } = job;
  const staged = { studyId, importId: app.newId(), fileHash: file.hash, count: plan.count };
  const firstOrdinal = await writeStudy(app, studyId, async ({ tx, study, now }) => {
    refuseEnded(study);
    return beginImport(tx, staged, now);
  });
  try {
    const root = await addChunks(app, job, staged, { ...plan, firstOrdinal });
    await finish(app, confirmed, { ...staged, root }, firstOrdinal);
  } catch (error) {
    await abandonImport(app, staged);
    throw error;
  }
}

function finish(
  app: App,
  { settle }: Import,
  staged: StagedImport & { readonly root: string },
  firstOrdinal: number,
): Promise<void> {
  const { studyId, importId, fileHash, count, root } = staged;
  return writeStudy(app, studyId, async ({ tx, study, append, now }) => {
    refuseEnded(study);
    const { first, last } = personIdsFrom(firstOrdinal, count);
    const { seq } = append("people.imported", { fileHash, first, last, count, root });
    await finishImport(tx, studyId, importId, seq);
    await settle(tx, { first, last, count, seq }, now);
  });
}
