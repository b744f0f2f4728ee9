import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/policyOut.ts";
import type { ChanceRule } from "#server/study/policy/chances.ts";

/** Choice between the base policy and the rule that the round published, with a sentence on what it means. */
export function RuleChoice({ rule, onChange }: { rule: ChanceRule; onChange: (rule: ChanceRule) => void }) {
  return (
    <Select
      label={t.apply()}
      hint={rule === "base" ? t.aboutBase() : t.aboutPublished()}
      value={rule}
      onChange={({ target }) => onChange(target.value === "round" ? "round" : "base")}
      options={[
        ["base", t.base()],
        ["round", t.published()],
      ]}
    />
  );
}
