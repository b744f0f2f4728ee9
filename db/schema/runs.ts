import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import { isOneOf, type Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

const runKinds = ["simulation", "rehearsal"] as const;

export function runTables(kit: Kit, { account }: AccountTables, { study }: StudyTables) {
  /** Simulations and rehearsals that are kept. A simulation's progress is in the job of the same id. */
  const run = kit.table(
    "run",
    {
      studyId: kit
        .text("study_id")
        .notNull()
        .references(() => study.id),
      id: kit.text("id").notNull(),
      kind: kit.word("kind", runKinds).notNull(),
      name: kit.text("name").notNull(),
      /** Short description of its settings (JSON): all that a list shows of it. */
      about: kit.text("about").notNull(),
      /** All of its input except people (JSON). */
      plan: kit.text("plan").notNull(),
      /** Its results in short (JSON); null until it is done. */
      figures: kit.text("figures"),
      /** The exact bytes that its command writes; null until it is done. */
      result: kit.text("result"),
      createdBy: kit
        .text("created_by")
        .notNull()
        .references(() => account.id),
      createdAt: kit.large("created_at").notNull(),
      /** When it was removed from the lists; null: it is kept. */
      removedAt: kit.large("removed_at"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.id] }),
      kit.check("run_kind", isOneOf(t.kind, runKinds)),
      kit.check("run_result", sql`(${t.result} is null) = (${t.figures} is null)`),
      kit.check("run_rehearsed", sql`${t.kind} = 'simulation' or ${t.result} is not null`),
    ],
  );

  return { run };
}
