"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { conditionColumns, predicateLimit, predicateWords } from "#server/schemas/draft-conjunctions.ts";
import type { RulesContext } from "#server/schemas/draft-rules.ts";
import { useDraft } from "../draft-context.tsx";
import { AddCondition } from "./add-condition.tsx";

/** The list of conditions that rules may ask for together. */
export function ConditionForm({ context }: { context: RulesContext }) {
  const { change, missing } = useDraft();
  const { rules, columns, reading } = context;
  const usable = conditionColumns(columns);
  const { predicates } = rules;
  const set = (next: typeof predicates) => change({ rules: { ...rules, predicates: next } });
  return (
    <Section
      title="Conditions"
      note="Questions with yes or no. Empty cells answer no to each of them. Each condition more doubles the rules."
    >
      <div className="grid gap-4">
        <Sheet>
          {predicates.length === 0 ? (
            <SheetBody className="text-ink-2">No condition yet. Add the first one below.</SheetBody>
          ) : (
            <ol aria-label="Conditions">
              {predicates.map((predicate, index) => {
                const words = predicateWords(predicate, columns);
                const error = missing.find(({ field }) => field === `predicates.${index}`)?.message;
                return (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the list
                    key={index}
                    className="flex items-center justify-between gap-4 border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
                  >
                    <span className="min-w-0 break-words">
                      <span className="mr-3 text-sm text-ink-3 tabular-nums">{index + 1}</span>
                      {words}
                      {error && <span className="block text-sm font-[560] text-bad">{error}</span>}
                    </span>
                    <Button
                      look="ghost"
                      aria-label={`Remove condition ${index + 1}: ${words}`}
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
          <Notice title="No column can be asked about.">
            Mark a number or a column of words as used by rules in the step before.
          </Notice>
        ) : predicates.length >= predicateLimit ? (
          <Notice title={`That are ${predicates.length} conditions, the limit is ${predicateLimit}.`}>
            More would make over a million rules. Remove one to add another.
          </Notice>
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
