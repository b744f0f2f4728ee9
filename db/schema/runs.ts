import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import { isOneOf, type Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

const runKinds = ["simulation", "rehearsal"] as const;

export function runTables(kit: Kit, { account }: AccountTables, { study }: StudyTables) {
  /** Simulations and rehearsals that are kept. How a simulation goes stands in the job of the same id. */
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
      /** What it is about, in short (JSON): all that a list shows of it. */
      about: kit.text("about").notNull(),
      /** All that it is made of but people (JSON). */
      plan: kit.text("plan").notNull(),
      /** What it came to, in short (JSON); null until it is done. */
      figures: kit.text("figures"),
      /** The very bytes that its command writes; null until it is done. */
      result: kit.text("result"),
      createdBy: kit
        .text("created_by")
        .notNull()
        .references(() => account.id),
      createdAt: kit.large("created_at").notNull(),
      /** Since when it stands in no list; null: it is kept. */
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
