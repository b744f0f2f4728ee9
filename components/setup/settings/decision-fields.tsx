import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/decisionRules.ts";
import { messageKey } from "#server/locale.ts";
import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";

/** The kinds of rules in the order of the form. */
const ruleKinds = ["share", "at-least", "any", "every", "weighted", "member", "groups"] as const;

type RuleProps = {
  rule: DecisionRuleDraft;
  onChange: (part: Partial<DecisionRuleDraft>) => void;
  errorOf: (field: keyof DecisionRuleDraft) => string | undefined;
};

/** Fields that choose which flags report a pair, named as in the draft of a rule. */
export function DecisionFields({ rule, onChange, errorOf }: RuleProps) {
  return (
    <>
      <Select
        label={t.question()}
        name="kind"
        hint={t.kindWhat({ kind: messageKey(rule.kind) })}
        error={errorOf("kind")}
        value={rule.kind}
        onChange={(event) => onChange({ kind: event.target.value as DecisionRuleDraft["kind"] })}
        options={ruleKinds.map((kind) => [kind, t.kind({ kind: messageKey(kind) })])}
      />
      <NamedSeats rule={rule} onChange={onChange} errorOf={errorOf} />
    </>
  );
}

/** The fields of a rule that names seats. */
function NamedSeats({ rule, onChange, errorOf }: RuleProps) {
  const field = (name: Exclude<keyof DecisionRuleDraft, "kind">) => ({
    name,
    value: rule[name],
    error: errorOf(name),
    autoComplete: "off",
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  switch (rule.kind) {
    case "member":
      return <Field label={t.seat()} maxLength={20} {...field("seat")} />;
    case "weighted":
      return <Field label={t.weights()} hint={t.weightsHint()} maxLength={5_000} {...field("weights")} />;
    case "groups":
      return (
        <>
          <Field label={t.group({ place: "first" })} hint={t.groupHint()} {...field("first")} />
          <Field label={t.group({ place: "second" })} hint={t.groupHint()} {...field("second")} />
          <Field label={t.each()} inputMode="numeric" maxLength={40} {...field("each")} />
        </>
      );
    default:
      return null;
  }
}
