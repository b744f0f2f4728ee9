"use client";

import dynamic from "next/dynamic";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/setupLearning.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { learnerExtras, modesOf, needsHorizon } from "#server/study/settings/learner.ts";
import { Choices } from "../choices.tsx";
import { guardedNumbers } from "../guarded-numbers.ts";
import {
  learnerSentence,
  learners,
  modeChoices,
  multiplierWords,
  notPickedChoices,
  pairRules,
} from "./learning-words.ts";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

// With `loading`: without it the choice that shows these fields would wait for them.
const FtplFields = dynamic(async () => (await import("./ftpl-fields.tsx")).FtplFields, {
  loading: () => <Skeleton className="h-40" />,
});

/** Settings of the learner: a sentence for most readers, the options in a fold. */
export function LearningSection() {
  const { settings } = useSettings();
  return (
    <Section title={t.title()} note={t.note()}>
      <div className="grid max-w-measure gap-3">
        <p>
          {learnerSentence({
            learner: settings.learner,
            mode: settings.mode,
            ...learnerExtras(settings),
          })}
          .
        </p>
        <EndNeeded />
        <Fold label={t.more()} isOpenAtFirst={isUnusual(settings)} isLazy>
          <div className="grid gap-5">
            <LearnerChoice />
            {settings.mode === "guarded" ? <GuardedFields /> : <Weights />}
          </div>
        </Fold>
      </div>
    </Section>
  );
}

/** Returns whether the fold holds a value other than the default. */
function isUnusual({ learner, mode, ...rest }: SettingsDraft): boolean {
  if (learner !== "exp2") return true;
  if (mode === "guarded") {
    const { allowance: _, ...guarded } = rest.guarded;
    const { allowance: __, ...usual } = newDraft("", 0).settings.guarded;
    return JSON.stringify(guarded) !== JSON.stringify(usual) || rest.epsPoints.trim() !== "";
  }
  return mode !== "known" || rest.multiplier.trim() !== "1" || rest.pairRule !== "average";
}

/** Notice that this learner needs a planned end, with a button that sets it. */
function EndNeeded() {
  const { settings, set, errorOf } = useSettings();
  const error = errorOf("horizon") ?? errorOf("afterHorizon");
  if (!needsHorizon(settings) || error === undefined) return null;
  return (
    <Notice tone="warn" live title={error}>
      {settings.afterHorizon === "anytime" && (
        <Button small className="mt-2" onClick={() => set({ afterHorizon: "end" })}>
          {t.endStudy()}
        </Button>
      )}
    </Notice>
  );
}

function LearnerChoice() {
  const { settings, set, errorOf, numeral } = useSettings();
  return (
    <>
      <Choices
        legend={t.learner()}
        value={settings.learner}
        choices={learners()}
        onChange={(learner) => {
          const modes = modesOf(learner);
          set({ learner, mode: modes.includes(settings.mode) ? settings.mode : (modes[0] ?? "known") });
        }}
      />
      <Choices
        legend={t.mode()}
        value={settings.mode}
        error={errorOf("mode")}
        choices={modeChoices(settings.learner)}
        onChange={(mode) => set({ mode })}
      />
      {settings.learner === "exp2" && settings.mode === "ix" && (
        <Field label={t.delta()} {...numeral("delta")} hint={t.deltaHint()} />
      )}
      {settings.learner === "ftpl" && <FtplFields />}
    </>
  );
}

function Weights() {
  const { settings, set, errorOf, numeral } = useSettings();
  return (
    <>
      {settings.mode !== "paper" && (
        <Field label={t.weight()} {...numeral("multiplier")} hint={multiplierWords(settings)} />
      )}
      <Choices
        legend={t.pairs()}
        value={settings.pairRule}
        error={errorOf("pairRule")}
        choices={pairRules()}
        onChange={(pairRule) => set({ pairRule })}
      />
      <Choices
        legend={t.notPicked()}
        value={settings.rejectedHalves}
        onChange={(rejectedHalves) => set({ rejectedHalves })}
        choices={notPickedChoices()}
      />
    </>
  );
}

/** Settings of mode `guarded` other than its dial. */
function GuardedFields() {
  const { settings, set, numeralOf } = useSettings();
  const { guarded } = settings;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <MarginField hint={t.marginGuarded()} />
      {guardedNumbers.map((name) => (
        <Field
          key={name}
          label={t.guardedLabel({ name })}
          hint={t.guardedHint({ name })}
          {...numeralOf(`guarded.${name}`, guarded[name], (typed) =>
            set({ guarded: { ...guarded, [name]: typed } }),
          )}
        />
      ))}
    </div>
  );
}
