"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRules.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { conditionColumns, predicateWords } from "#server/study/rules/predicates.ts";
import { rulesKinds } from "#server/study/rules/rules.ts";
import { useDraft } from "../draft-context.tsx";
import { AddCondition } from "./add-condition.tsx";

/** List of the conditions that rules are built from. */
export function ConditionForm({ context }: { context: RulesContext }) {
  const { change, shown } = useDraft();
  const { rules, columns, reading } = context;
  const usable = conditionColumns(columns);
  const { predicates } = rules;
  const limit = rulesKinds[rules.kind].conditionLimit(rules) ?? 0;
  const tooMany = shown.find(({ step, field }) => step === "rules" && field === "predicates");
  const set = (next: typeof predicates) => change({ rules: { ...rules, predicates: next } });
  return (
    <Section title={t.conditions()} note={t.conditionsNote()}>
      <div className="grid gap-4">
        <OwnNumber context={context} />
        <Sheet>
          {predicates.length === 0 ? (
            <SheetBody className="text-ink-2">{t.noCondition()}</SheetBody>
          ) : (
            <ol aria-label={t.conditions()}>
              {predicates.map((predicate, index) => {
                const words = predicateWords(predicate, columns);
                const missing = reading.columns[predicate.source]?.missing ?? 0;
                const error = shown.find(({ field }) => field === `predicates.${index}`)?.message;
                return (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified by its place in the list
                    key={index}
                    className="flex items-center justify-between gap-4 border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
                  >
                    <span className="min-w-0 break-words">
                      <span className="mr-3 text-sm text-ink-3 tabular-nums">{index + 1}</span>
                      {words}
                      {missing > 0 && predicate.test !== "is-blank" && (
                        <span className="block text-sm text-ink-2">
                          {predicate.blank === "pass"
                            ? t.blankPass({ count: missing })
                            : t.blankFail({ count: missing })}
                        </span>
                      )}
                      {error && <span className="block text-sm font-[560] text-bad">{error}</span>}
                    </span>
                    <Button
                      look="ghost"
                      aria-label={t.removeCondition({ place: index + 1, words })}
                      onClick={() => set(predicates.filter((_, at) => at !== index))}
                    >
                      <X aria-hidden />
                    </Button>
                  </li>
                );
              })}
            </ol>
          )}
        </Sheet>
        {usable.length === 0 ? (
          <Notice title={t.noColumn()}>{t.noColumnNote()}</Notice>
        ) : predicates.length > limit && tooMany !== undefined ? (
          <Notice tone="warn" title={tooMany.message} />
        ) : predicates.length >= limit ? (
          <Notice title={t.limitReached({ limit })}>{t.limitReachedNote()}</Notice>
        ) : (
          <AddCondition
            columns={usable}
            reading={reading}
            add={(predicate) => set([...predicates, predicate])}
          />
        )}
      </div>
    </Section>
  );
}

const ownNumbers = {
  "decision-lists": {
    name: "longest",
    label: t.longest,
    hint: () => t.longestHint({ most: LIMITS.listSteps }),
  },
  trees: { name: "depth", label: t.depth, hint: t.depthHint },
  scorecards: { name: "largestPoints", label: t.largestPoints, hint: t.largestPointsHint },
} as const;

/** The one number that decision lists, trees and scorecards need in addition to conditions. */
function OwnNumber({ context: { rules } }: { context: RulesContext }) {
  const { change, shown } = useDraft();
  const { kind } = rules;
  if (kind !== "decision-lists" && kind !== "trees" && kind !== "scorecards") return null;
  const { name, label, hint } = ownNumbers[kind];
  return (
    <Field
      label={label()}
      value={rules[name]}
      error={shown.find(({ step, field }) => step === "rules" && field === name)?.message}
      onChange={(event) => change({ rules: { ...rules, [name]: event.target.value } })}
      hint={hint()}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      className="max-w-measure"
    />
  );
}
