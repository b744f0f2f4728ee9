"use client";

import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { formatNumber } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/params.ts";
import type { RulesDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { exampleRules, rulesKinds } from "#server/study/rules/rules.ts";
import { type ChoiceOption, Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { StartSection } from "../start/start-fields.tsx";
import { StartChart, StartMini } from "../start/start-picture.tsx";
import { StepFrame } from "../step-frame.tsx";
import { draftPath } from "../steps.ts";
import { ConditionForm } from "./condition-form.tsx";
import { ExplicitForm } from "./explicit-form.tsx";
import { ListForm } from "./list-form.tsx";
import { ThresholdForm } from "./threshold-form.tsx";

type Kind = RulesDraft["kind"];

/** Kinds that most studies use; the others are folded. */
const usual: readonly Kind[] = ["thresholds", "conjunctions"];

export function RulesStep() {
  const { studyId, rules } = useDraft();
  return (
    <StepFrame step="rules">
      {rules === null ? (
        <Section title="Rules" note="They ask about columns of your file.">
          <Notice title="There is no file yet.">
            Rules ask about people. <Link href={draftPath(studyId, "people")}>Upload a file</Link> first.
          </Notice>
        </Section>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_27rem]">
          {/* Next to the picture there is no space for a margin. */}
          <div className="min-w-0 lg:[&_section]:grid-cols-1 lg:[&_section]:gap-4">
            <RulesForm context={rules} />
            <StartSection />
            <StartMini />
          </div>
          <div className="min-w-0 pb-10">
            <StartChart />
          </div>
        </div>
      )}
    </StepFrame>
  );
}

function RulesForm({ context }: { context: RulesContext }) {
  const { draft, change } = useDraft();
  const { kind } = draft.rules;
  const kinds = Object.keys(rulesKinds) as Kind[];
  return (
    <>
      <Section
        title="Kind of rules"
        note="All rules the study may ever use. The learner shifts weight between them."
      >
        <Choices
          legend="Rules are"
          value={kind}
          columns={2}
          choices={usual.map(choiceOf)}
          more={{
            label: "More kinds of rules",
            choices: kinds.filter((each) => !usual.includes(each)).map(choiceOf),
          }}
          onChange={(chosen) => change({ rules: { ...draft.rules, kind: chosen } })}
        />
      </Section>
      {kind === "thresholds" && <ThresholdForm context={context} />}
      {kind === "explicit" && <ExplicitForm context={context} />}
      {kind === "listed" && <ListForm context={context} />}
      {isOfConditions(kind) && <ConditionForm context={context} />}
      <RulesSize context={context} />
    </>
  );
}

function isOfConditions(kind: Kind): boolean {
  return kind !== "thresholds" && kind !== "explicit" && kind !== "listed";
}

function choiceOf(kind: Kind): ChoiceOption<Kind> {
  const { title, what, example } = rulesKinds[kind];
  return { value: kind, title, what, example: `For example: ${example}` };
}

function LargeClass({ kind, rules }: { kind: Kind; rules: number }) {
  const { studyId, draft } = useDraft();
  if (kind === "thresholds") return null;
  if (kind !== "trees") {
    return (
      <Notice title="That is a large class.">
        It works. An opening looks at every rule and holds up to {Math.ceil((24 * rules) / 1_000_000)} MB
        meanwhile, in the guarded mode several times as much; 16,777,217 rules took a tenth of a second of a
        processor where it was measured, and four tenths the first time after a start. Pages about the policy
        take longer, and more rules need more rounds before the guarantee says something.
      </Notice>
    );
  }
  return (
    <Notice title="These trees are too many to list.">
      {draft.settings.learner === "ftpl"
        ? "FTPL searches them without a list: it draws the best trees of each round, and pages show those."
        : "Only the learner FTPL can use them, since it searches without a list. "}
      {draft.settings.learner !== "ftpl" && (
        <>
          Choose it under <Link href={draftPath(studyId, "settings")}>Settings</Link>, or remove conditions.
        </>
      )}
    </Notice>
  );
}

function RulesSize({ context }: { context: RulesContext }) {
  const { size, counting } = rulesKinds[context.rules.kind];
  const { rules, limit } = size(context);
  const examples = exampleRules(context);
  return (
    <Section
      title="What comes out"
      note="Two of the rules are always there: accept no one, and accept everyone."
    >
      <div className="grid gap-4">
        <Boxes>
          <Box label="Rules in all (N)">{rules === null ? "–" : formatNumber(rules)}</Box>
          <Box label="Limit">
            <span className="block text-sm leading-5 font-normal tracking-normal text-ink-2">{limit}</span>
          </Box>
        </Boxes>
        {counting !== undefined && <p className="max-w-measure text-sm text-ink-2">{counting}</p>}
        {examples.length > 0 && (
          <Sheet>
            <SheetBody>
              <h3 className="mb-2 text-sm font-[560]">Some of them, as sentences</h3>
              <ul className="grid list-disc gap-1 pl-5">
                {examples.map((sentence) => (
                  <li key={sentence} className="break-words">
                    {sentence}
                  </li>
                ))}
              </ul>
            </SheetBody>
          </Sheet>
        )}
        {rules !== null && rules > LIMITS.enumeratedRules && (
          <LargeClass kind={context.rules.kind} rules={rules} />
        )}
      </div>
    </Section>
  );
}
