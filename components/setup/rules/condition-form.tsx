"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { formatCount } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/params.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { conditionColumns, predicateWords } from "#server/study/rules/predicates.ts";
import { rulesKinds } from "#server/study/rules/rules.ts";
import { listedInWords } from "#server/study/rules/trees.ts";
import { studyLimits } from "#server/study/study-limits.ts";
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
    <Section
      title="Conditions"
      note="Questions with yes or no. For columns with empty cells you choose what these answer."
    >
      <div className="grid gap-4">
        <OwnNumber context={context} />
        <Sheet>
          {predicates.length === 0 ? (
            <SheetBody className="text-ink-2">No condition yet. Add the first one below.</SheetBody>
          ) : (
            <ol aria-label="Conditions">
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
                          {formatCount(missing, "person", "people")} without a value{" "}
                          {predicate.blank === "pass" ? "pass" : "fail"}.
                        </span>
                      )}
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
        ) : predicates.length > limit && tooMany !== undefined ? (
          <Notice tone="warn" title={tooMany.message} />
        ) : predicates.length >= limit ? (
          <Notice title={`That are ${predicates.length} conditions, the limit is ${limit}.`}>
            A round with more would take too long. Remove one to add another.
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

/** The one number that decision lists, trees and scorecards need in addition to conditions. */
function OwnNumber({ context: { rules } }: { context: RulesContext }) {
  const { change, shown } = useDraft();
  const errorOf = (name: string) =>
    shown.find(({ step, field }) => step === "rules" && field === name)?.message;
  const common = {
    inputMode: "numeric",
    autoComplete: "off",
    maxLength: 4,
    className: "max-w-measure",
  } as const;
  if (rules.kind === "decision-lists") {
    return (
      <Field
        {...common}
        label="Questions in the longest list"
        value={rules.longest}
        error={errorOf("longest")}
        onChange={(event) => change({ rules: { ...rules, longest: event.target.value } })}
        hint={`1 to ${LIMITS.listSteps}. Each question more makes many times as many rules.`}
      />
    );
  }
  if (rules.kind === "trees") {
    return (
      <Field
        {...common}
        label="Questions on any way through a tree"
        value={rules.depth}
        error={errorOf("depth")}
        onChange={(event) => change({ rules: { ...rules, depth: event.target.value } })}
        hint={`2 or 3. Exp2 lists all trees: ${listedInWords()}. FTPL does not, and takes ${studyLimits.treeConditions[2]} or ${studyLimits.treeConditions[3]} conditions.`}
      />
    );
  }
  if (rules.kind === "scorecards") {
    return (
      <Field
        {...common}
        label="Most points a condition can bring or cost (W)"
        value={rules.largestPoints}
        error={errorOf("largestPoints")}
        onChange={(event) => change({ rules: { ...rules, largestPoints: event.target.value } })}
        hint="Points are whole numbers from −W to W. 1 means: for, against, or not counted."
      />
    );
  }
  return null;
}
