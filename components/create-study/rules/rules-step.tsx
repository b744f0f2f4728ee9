"use client";

import Link from "next/link";
import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { type RulesContext, rulesKinds } from "#server/schemas/draft-rules.ts";
import type { RulesDraft } from "#server/schemas/study-draft.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { StepFrame } from "../step-frame.tsx";
import { setupPath } from "../steps.ts";
import { ConditionForm } from "./condition-form.tsx";
import { ThresholdForm } from "./threshold-form.tsx";

/** The form of each kind of rules; a new kind needs an entry here and one in draft-rules.ts. */
const forms = { thresholds: ThresholdForm, conjunctions: ConditionForm } as const satisfies Record<
  RulesDraft["kind"],
  unknown
>;

export function RulesStep() {
  const { studyId, rules } = useDraft();
  return (
    <StepFrame step="rules">
      {rules === null ? (
        <Section title="Rules" note="They ask about columns of your file.">
          <Notice title="There is no file yet.">
            Rules ask about people. <Link href={setupPath(studyId, "people")}>Upload a file</Link> first.
          </Notice>
        </Section>
      ) : (
        <RulesForm context={rules} />
      )}
    </StepFrame>
  );
}

function RulesForm({ context }: { context: RulesContext }) {
  const { draft, change } = useDraft();
  const { kind } = draft.rules;
  const Form = forms[kind];
  const kinds = Object.entries(rulesKinds) as [RulesDraft["kind"], (typeof rulesKinds)[RulesDraft["kind"]]][];
  return (
    <>
      <Section
        title="Kind of rules"
        note="All rules the study may ever use. The learner shifts weight between them; each round draws one."
      >
        <Choices
          legend="Rules are"
          value={kind}
          columns={2}
          choices={kinds.map(([value, { title, what }]) => ({ value, title, what }))}
          onChange={(chosen) => change({ rules: { ...draft.rules, kind: chosen } })}
        />
      </Section>
      <Form context={context} />
      <RulesSize context={context} />
    </>
  );
}

function RulesSize({ context }: { context: RulesContext }) {
  const { missing } = useDraft();
  const kind = rulesKinds[context.rules.kind];
  const { rules, limit } = kind.size(context);
  const isComplete = !missing.some(({ step }) => step === "rules");
  return (
    <Section
      title="What comes out"
      note="Two of the rules are always there: accept no one, and accept everyone."
    >
      <div className="grid gap-4">
        <Boxes>
          <Box label="Rules in all (N)">{rules.toLocaleString("en-GB")}</Box>
          <Box label="Limit">
            <span className="block text-sm leading-5 font-normal tracking-normal text-ink-2">{limit}</span>
          </Box>
        </Boxes>
        {isComplete && (
          <Sheet>
            <SheetBody>
              <h3 className="mb-2 text-sm font-[560]">Some of them, as sentences</h3>
              <ul className="grid list-disc gap-1 pl-5">
                {kind.examples(context).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </SheetBody>
          </Sheet>
        )}
        {rules > 100_000 && (
          <Notice title="That is a large class.">
            It works, but a round then takes about a second to close, and more rules need more rounds before
            the guarantee says something.
          </Notice>
        )}
      </div>
    </Section>
  );
}
