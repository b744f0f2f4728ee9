"use client";

import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/setupPicks.ts";
import type { PicksDraft } from "#server/study/draft.ts";
import { knownOutcomes, picksRuleOf, proposedPicks, takesPicks } from "#server/study/settings/picks.ts";
import { useDraft } from "../draft-context.tsx";
import { useSettings } from "./use-settings.ts";

/** How many people of a round are picked. */
export function PicksQuestion() {
  const { rules } = useDraft();
  const { settings, set, errorOf, isWell } = useSettings();
  const { picks } = settings;
  const rule = picksRuleOf(settings, rules);
  const setPicks = (part: Partial<PicksDraft>) => set({ picks: { ...picks, ...part } });
  const people = isWell("roundSize") ? Number(settings.roundSize) : null;
  const proposed = people === null ? null : proposedPicks(settings, rules);
  if (!takesPicks(settings)) return <p className="text-ink-2">{t.noNumber()}</p>;
  return (
    <>
      <Select
        label={people === null ? t.questionOpen() : t.question({ people })}
        error={errorOf("picks.rule")}
        hint={<RuleHint rule={rule} proposed={proposed} />}
        value={rule}
        onChange={(event) => setPicks({ rule: event.target.value as PicksDraft["rule"] })}
        options={[
          ["exactly", t.ruleExactly()],
          ["at-least", t.ruleAtLeast()],
          ["at-most", t.ruleAtMost()],
          ["average", t.ruleAverage()],
          ["free", t.ruleFree()],
        ]}
      />
      {rule !== "free" && (
        <Field
          label={t.number()}
          value={picks.count}
          placeholder={proposed === null ? undefined : String(proposed)}
          error={errorOf("picks.count")}
          hint={proposed === null ? undefined : <NumberHint rule={rule} count={proposed} />}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          onChange={(event) => setPicks({ rule, count: event.target.value })}
        />
      )}
    </>
  );
}

function RuleHint({ rule, proposed }: { rule: PicksDraft["rule"]; proposed: number | null }) {
  const { rules } = useDraft();
  const outcomes = knownOutcomes(rules);
  return (
    <>
      {outcomes === null
        ? t.hintNoOutcomes()
        : proposed !== null && t.hintOutcomes({ count: proposed, ...outcomes })}
      {rule === "free" && <span className="block">{t.hintFree()}</span>}
    </>
  );
}

function NumberHint({ rule, count }: { rule: PicksDraft["rule"]; count: number }) {
  const { rules } = useDraft();
  const { settings } = useSettings();
  if (settings.learner === "ftpl") return t.numberFtpl({ count });
  if (rule === "average") return t.numberOnAverage({ count });
  return knownOutcomes(rules) === null ? t.numberHalf({ count }) : t.numberFromOutcomes({ count });
}
