"use client";

import { Box, Boxes } from "#components/ui/boxes.tsx";
import { HowComputed } from "#components/ui/how-computed.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRules.ts";
import { formatNumber, formatSize } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
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
import { conditionLimitWords, countingWords, kindDescription, kindTitle } from "./kind-words.ts";
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
        <Section title={t.rules()} note={t.noFileNote()}>
          <Notice title={t.noFile()}>
            {t.uploadFirst({ link: (text) => <Link href={draftPath(studyId, "people")}>{text}</Link> })}
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
      <Section title={t.kindOfRules()} note={t.kindNote()}>
        <Choices
          legend={t.chooseKind()}
          value={kind}
          columns={2}
          choices={usual.map(choiceOf)}
          more={{
            label: t.moreKinds(),
            choices: kinds.filter((each) => !usual.includes(each)).map(choiceOf),
          }}
          onChange={(chosen) => change({ rules: { ...draft.rules, kind: chosen } })}
        />
      </Section>
      {kind === "thresholds" && <ThresholdForm context={context} />}
      {kind === "explicit" && <ExplicitForm context={context} />}
      {kind === "listed" && <ListForm context={context} />}
      {kind !== "thresholds" && kind !== "explicit" && kind !== "listed" && (
        <ConditionForm context={context} />
      )}
      <RulesSize context={context} />
    </>
  );
}

function choiceOf(kind: Kind): ChoiceOption<Kind> {
  return { value: kind, title: kindTitle(kind), ...kindDescription(kind) };
}

function LargeClass({ kind, rules }: { kind: Kind; rules: number }) {
  const { studyId, draft } = useDraft();
  if (kind === "thresholds") return null;
  if (kind !== "trees")
    return <Notice title={t.large()}>{t.largeNote({ size: formatSize(24 * rules) })}</Notice>;
  return (
    <Notice title={t.tooManyTrees()}>
      {draft.settings.learner === "ftpl"
        ? t.ftplSearches()
        : t.onlyFtpl({ link: (text) => <Link href={draftPath(studyId, "settings")}>{text}</Link> })}
    </Notice>
  );
}

function RulesSize({ context }: { context: RulesContext }) {
  const { kind } = context.rules;
  const { rules } = rulesKinds[kind].size(context);
  const examples = exampleRules(context);
  const counting = countingWords(kind);
  return (
    <Section title={t.size()} note={t.sizeNote()}>
      <div className="grid gap-4">
        <Boxes>
          <Box label={t.rulesInAll()}>{rules === null ? "–" : formatNumber(rules)}</Box>
        </Boxes>
        <HowComputed>
          <p>{conditionLimitWords(context)}</p>
          {counting !== null && <p>{counting}</p>}
        </HowComputed>
        {examples.length > 0 && (
          <Sheet>
            <SheetBody>
              <h3 className="mb-2 text-sm font-[560]">{t.examples()}</h3>
              <ul className="grid list-disc gap-1 ps-5">
                {examples.map((sentence) => (
                  <li key={sentence} className="break-words">
                    {sentence}
                  </li>
                ))}
              </ul>
            </SheetBody>
          </Sheet>
        )}
        {rules !== null && rules > LIMITS.enumeratedRules && <LargeClass kind={kind} rules={rules} />}
      </div>
    </Section>
  );
}
