import type { overrideReasons as loggedReasons } from "#server/audit-log/overrides.ts";
import { isOneOf, type Kit, placeColumns, placeOf, references } from "./kit.ts";
import type { RoundTables } from "./rounds.ts";

/** Words of the log: the compiler compares them. */
const overrideReasons: typeof loggedReasons = [
  "legal-duty",
  "safety",
  "new-information",
  "wrong-data",
  "other",
];

export function overrideTables(kit: Kit, { decision }: RoundTables) {
  /** Append-only. A person with authority overrode the draw's decision. */
  const override = kit.table(
    "override",
    {
      ...placeColumns(kit),
      /** The draw's decision; that of the override is the other one. */
      selected: kit.integer("selected").notNull(),
      reason: kit.word("reason", overrideReasons).notNull(),
      /** The position of the person who decided, without a name. */
      decidedBy: kit.text("decided_by").notNull(),
      seq: kit.large("seq").notNull(),
      recordedBy: kit.text("recorded_by").notNull(),
      recordedAt: kit.large("recorded_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: placeOf(t) }),
      references(
        kit,
        "override_decision",
        [...placeOf(t), t.selected],
        [...placeOf(decision), decision.selected],
      ),
      kit.check("override_reason", isOneOf(t.reason, overrideReasons)),
    ],
  );

  return { override };
}
