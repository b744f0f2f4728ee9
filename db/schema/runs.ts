import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import type { Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

export function runTables(kit: Kit, { account }: AccountTables, { study }: StudyTables) {
  /** Simulations that are kept, rehearsals among them. Progress is in the job of the same id. */
  const run = kit.table(
    "run",
    {
      studyId: kit.reference("study_id", () => study.id),
      id: kit.text("id").notNull(),
      name: kit.text("name").notNull(),
      /** Short description of its plan (JSON): all that a list shows of it. */
      about: kit.text("about").notNull(),
      /** All of its input except files (JSON): the plan that its command reads. */
      plan: kit.text("plan").notNull(),
      /** Its results in short (JSON); null until it is done. */
      figures: kit.text("figures"),
      /** The exact bytes that its command writes; null until it is done. */
      result: kit.text("result"),
      createdBy: kit.reference("created_by", () => account.id),
      createdAt: kit.large("created_at").notNull(),
      /** When it was removed from the lists; null: it is kept. */
      removedAt: kit.large("removed_at"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.id] }),
      kit.check("run_result", sql`(${t.result} is null) = (${t.figures} is null)`),
    ],
  );

  return { run };
}
