"use client";

import { useRef, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as decisions from "#messages/decisionRules.ts";
import * as pickWords from "#messages/setupPicks.ts";
import * as t from "#messages/setupSettings.ts";
import { messageKey } from "#server/locale.ts";
import type { PicksDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { usesNeededFlags } from "#server/study/settings/decision-rule.ts";
import { knownOutcomes, picksRuleOf, proposedPicks, takesPicks } from "#server/study/settings/picks.ts";
import { useDraft } from "../draft-context.tsx";
import { judgedExample } from "./examples.ts";
import { flagsSentence, type PanelNumbers, withSeats } from "./needed.ts";
import { useSettings } from "./use-settings.ts";

const usual = newDraft("", 0).settings;

/** The settings that every operator decides, each with the recommended answer. */
export function QuestionsSection() {
  const { reading } = useDraft();
  const { settings, isAudit, isWell, numeral, errorOf } = useSettings();
  const size = Number(settings.roundSize);
  const recommended = (value: string) => t.recommended({ value });
  const example = isWell("alphaPoints") ? judgedExample(settings.alphaPoints) : t.point();
  const peopleHint = isWell("roundSize") && t.peopleHint({ pairs: (size * (size - 1)) / 2 });
  const fileRounds =
    reading !== null && isWell("roundSize") && t.fileRounds({ count: Math.floor(reading.rowCount / size) });
  return (
    <Section title={t.round()} note={t.roundNote()}>
      <div className="grid max-w-measure gap-5">
        <Field
          label={t.people()}
          {...numeral("roundSize")}
          hint={`${recommended(usual.roundSize)} ${peopleHint || ""}`}
        />
        {!isAudit && <PicksQuestion />}
        <PanelQuestion />
        <Field
          label={t.difference()}
          {...numeral("alphaPoints")}
          hint={`${recommended(usual.alphaPoints)} ${example}`}
        />
        <DaysField />
        {!isAudit && (
          <Field
            label={t.horizon()}
            {...numeral("horizon")}
            error={errorOf("horizon")}
            hint={`${t.horizonHint()} ${fileRounds || ""}`}
          />
        )}
      </div>
    </Section>
  );
}

/** How many days auditors usually have for a round. */
export function DaysField() {
  const { numeral } = useSettings();
  const hint = `${t.recommended({ value: usual.deadlineDays })} ${t.daysHint()}`;
  return <Field label={t.days()} {...numeral("deadlineDays")} hint={hint} />;
}

/** How many auditors judge, and how many must flag a pair. */
function PanelQuestion() {
  const { settings, set, errorOf, isWell, numeral } = useSettings();
  const areWell = isWell("seats") && isWell("neededFlags") && isWell("quorum");
  /** The panel before the present edit: typing 12 auditors passes through 1. */
  const before = useRef<PanelNumbers>(areWell ? settings : null);
  const [changed, setChanged] = useState<string | null>(null);
  const changeSeats = (typed: string) => {
    const next = before.current && withSeats(before.current, typed);
    set(next?.numbers ?? { seats: typed });
    setChanged(next?.sentence ?? null);
  };
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label={t.auditors()}
        {...numeral("seats")}
        onFocus={() => {
          if (areWell) before.current = settings;
        }}
        onChange={(event) => changeSeats(event.target.value)}
        hint={`${t.recommended({ value: usual.seats })} ${t.auditorsHint()}`}
      />
      <Select
        label={t.agree()}
        hint={
          usesNeededFlags(settings.decisionRule)
            ? t.agreeHint({ needed: usual.neededFlags, seats: usual.seats })
            : t.agreeByRule({ rule: decisions.kind({ kind: messageKey(settings.decisionRule.kind) }) })
        }
        error={errorOf("neededFlags")}
        value={settings.neededFlags}
        disabled={!isWell("seats") || !usesNeededFlags(settings.decisionRule)}
        onChange={(event) => {
          const now = event.target.value;
          setChanged(flagsSentence(settings.neededFlags, { ...settings, neededFlags: now }));
          set({ neededFlags: now });
        }}
        options={options(isWell("seats") ? Number(settings.seats) : 0, settings.neededFlags).map((count) => [
          count,
          t.agreeOption({ needed: count, seats: settings.seats }),
        ])}
      />
      <p role="status" className="text-sm text-ink-2 empty:hidden sm:col-span-2">
        {changed}
      </p>
    </div>
  );
}

/** Lists 1 to the number of seats, and the typed value even if it is larger. */
function options(seats: number, typed: string): string[] {
  const all = Array.from({ length: seats }, (_, index) => String(index + 1));
  return all.includes(typed) ? all : [...all, typed];
}

/** How many people of a round are picked. */
function PicksQuestion() {
  const { rules } = useDraft();
  const { settings, set, errorOf, isWell, numeralOf } = useSettings();
  const { picks } = settings;
  const rule = picksRuleOf(settings, rules);
  const setPicks = (part: Partial<PicksDraft>) => set({ picks: { ...picks, ...part } });
  const people = isWell("roundSize") ? Number(settings.roundSize) : null;
  const proposed = people === null ? null : proposedPicks(settings, rules);
  if (!takesPicks(settings)) return <p className="text-ink-2">{pickWords.noNumber()}</p>;
  return (
    <>
      <Select
        label={people === null ? pickWords.questionOpen() : pickWords.question({ people })}
        error={errorOf("picks.rule")}
        hint={<RuleHint rule={rule} proposed={proposed} />}
        value={rule}
        onChange={(event) => setPicks({ rule: event.target.value as PicksDraft["rule"] })}
        options={[
          ["exactly", pickWords.ruleExactly()],
          ["at-least", pickWords.ruleAtLeast()],
          ["at-most", pickWords.ruleAtMost()],
          ["average", pickWords.ruleAverage()],
          ["free", pickWords.ruleFree()],
        ]}
      />
      {rule !== "free" && (
        <Field
          label={pickWords.number()}
          {...numeralOf("picks.count", picks.count, (count) => setPicks({ rule, count }))}
          placeholder={proposed === null ? undefined : String(proposed)}
          hint={proposed === null ? undefined : <NumberHint rule={rule} count={proposed} />}
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
        ? pickWords.hintNoOutcomes()
        : proposed !== null && pickWords.hintOutcomes({ count: proposed, ...outcomes })}
      {rule === "free" && <span className="block">{pickWords.hintFree()}</span>}
    </>
  );
}

function NumberHint({ rule, count }: { rule: PicksDraft["rule"]; count: number }) {
  const { rules } = useDraft();
  const { settings } = useSettings();
  if (settings.learner === "ftpl") return pickWords.numberFtpl({ count });
  if (rule === "average") return pickWords.numberOnAverage({ count });
  return knownOutcomes(rules) === null
    ? pickWords.numberHalf({ count })
    : pickWords.numberFromOutcomes({ count });
}
