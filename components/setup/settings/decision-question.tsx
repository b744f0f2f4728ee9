"use client";

import { controlClass } from "#components/ui/control-class.ts";
import { Field, Frame } from "#components/ui/field.tsx";
import * as t from "#messages/decisionRules.ts";
import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";
import { plannedDecision, ruleKinds } from "./planned-decision.ts";
import { useSettings } from "./use-settings.ts";

/** Which flags report a pair, with the fields of the chosen rule and an example for the planned panel. */
export function DecisionQuestion() {
  const { settings, set, errorOf, isWell } = useSettings();
  const { decisionRule } = settings;
  const change = (part: Partial<DecisionRuleDraft>) => set({ decisionRule: { ...decisionRule, ...part } });
  const fields = ["kind", "seat", "weights", "first", "second", "each"] as const;
  const isWhole =
    isWell("seats") && isWell("neededFlags") && fields.every((field) => isWell(`decisionRule.${field}`));
  return (
    <div className="grid gap-5">
      <Frame
        label={t.question()}
        hint={t.kindWhat({ kind: ruleKinds[decisionRule.kind] })}
        error={errorOf("decisionRule.kind")}
      >
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={decisionRule.kind}
            onChange={(event) => change({ kind: event.target.value as DecisionRuleDraft["kind"] })}
          >
            {Object.entries(ruleKinds).map(([kind, key]) => (
              <option key={kind} value={kind}>
                {t.kind({ kind: key })}
              </option>
            ))}
          </select>
        )}
      </Frame>
      <RuleFields rule={decisionRule} onChange={change} errorOf={errorOf} />
      <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
        {isWhole && t.preview({ seats: Number(settings.seats), needed: plannedDecision(settings) })}
      </p>
    </div>
  );
}

/** The fields of a rule that names seats, with what happens if these auditors are away. */
function RuleFields({
  rule,
  onChange,
  errorOf,
}: {
  rule: DecisionRuleDraft;
  onChange: (part: Partial<DecisionRuleDraft>) => void;
  errorOf: (field: `decisionRule.${keyof DecisionRuleDraft}`) => string | undefined;
}) {
  const field = (name: Exclude<keyof DecisionRuleDraft, "kind">) => ({
    value: rule[name],
    error: errorOf(`decisionRule.${name}`),
    autoComplete: "off",
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const { kind } = rule;
  if (kind !== "member" && kind !== "weighted" && kind !== "groups") return null;
  const note = { member: t.memberNote(), groups: t.groupsNote(), weighted: "" }[kind];
  return (
    <>
      {kind === "member" && <Field label={t.seat()} maxLength={20} {...field("seat")} />}
      {kind === "weighted" && (
        <Field label={t.weights()} hint={t.weightsHint()} maxLength={5_000} {...field("weights")} />
      )}
      {kind === "groups" && (
        <>
          <Field label={t.group({ place: "first" })} hint={t.groupHint()} {...field("first")} />
          <Field label={t.group({ place: "second" })} hint={t.groupHint()} {...field("second")} />
          <Field label={t.each()} inputMode="numeric" maxLength={40} {...field("each")} />
        </>
      )}
      <p className="text-sm text-ink-2">
        {t.seatsHint()} {note} {t.placeNote()}
      </p>
    </>
  );
}
