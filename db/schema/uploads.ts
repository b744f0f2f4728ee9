import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import { isOneOf, type Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

const waitingKinds = ["people", "past-records", "further-people", "outcomes"] as const;

export function uploadTables(kit: Kit, { account }: AccountTables, { study }: StudyTables) {
  /** An uploaded file, until it is used or discarded; a study has at most one of a kind. */
  const upload = kit.table(
    "upload",
    {
      studyId: kit.reference("study_id", () => study.id),
      id: kit.text("id").notNull(),
      /** Its purpose. */
      kind: kit.word("kind", waitingKinds).notNull(),
      name: kit.text("name").notNull(),
      /** Size and SHA-256 of the uploaded bytes. */
      size: kit.integer("size").notNull(),
      hash: kit.text("hash").notNull(),
      /** The bytes, deflated. */
      packed: kit.bytes("packed").notNull(),
      /** Findings from the file (JSON). */
      reading: kit.text("reading").notNull(),
      /** Choices made for the file (JSON); those for the people of a draft are in the draft. */
      choices: kit.text("choices"),
      createdBy: kit.reference("created_by", () => account.id),
      createdAt: kit.large("created_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.id] }),
      kit.index("upload_owner").on(t.createdBy),
      kit.unique("upload_kind").on(t.studyId, t.kind),
      kit.check("upload_kind_word", isOneOf(t.kind, waitingKinds)),
      kit.check("upload_choices", sql`(${t.kind} = 'people') = (${t.choices} is null)`),
    ],
  );

  return { upload };
}
