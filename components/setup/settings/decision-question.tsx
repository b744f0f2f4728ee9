"use client";

import * as t from "#messages/decisionRules.ts";
import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";
import { DecisionFields } from "./decision-fields.tsx";
import { plannedDecision } from "./planned-decision.ts";
import { useSettings } from "./use-settings.ts";

/** Which flags report a pair, with the fields of the chosen rule and an example for the planned panel. */
export function DecisionQuestion() {
  const { settings, set, errorOf, isWell } = useSettings();
  const { decisionRule } = settings;
  const fields = ["kind", "seat", "weights", "first", "second", "each"] as const;
  const isWhole =
    isWell("seats") && isWell("neededFlags") && fields.every((field) => isWell(`decisionRule.${field}`));
  const needed = plannedDecision(settings);
  return (
    <div className="grid gap-5">
      <DecisionFields
        rule={decisionRule}
        onChange={(part) => set({ decisionRule: { ...decisionRule, ...part } })}
        errorOf={(field) => errorOf(`decisionRule.${field}`)}
      />
      <p className="text-sm text-ink-2 empty:hidden">{seatNote(decisionRule.kind)}</p>
      <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
        {isWhole && needed !== null && t.preview({ seats: Number(settings.seats), needed })}
      </p>
    </div>
  );
}

/** Says what happens if auditors whom a rule names are away, and why no lot can choose the panel; else nothing. */
function seatNote(kind: DecisionRuleDraft["kind"]): string | null {
  if (kind === "weighted") return `${t.seatsHint()} ${t.placeNote()}`;
  if (kind !== "member" && kind !== "groups") return null;
  const away = { member: t.memberNote, groups: t.groupsNote }[kind];
  return `${t.seatsHint()} ${away()} ${t.noLot()} ${t.placeNote()}`;
}
