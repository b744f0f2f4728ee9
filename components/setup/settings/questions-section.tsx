"use client";

import { useRef, useState } from "react";
import { controlClass } from "#components/ui/control-class.ts";
import { Field, Frame } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatCount } from "#server/format.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { useDraft } from "../draft-context.tsx";
import { alphaExample } from "./examples.ts";
import { flagsSentence, type PanelNumbers, withSeats } from "./needed.ts";
import { useSettings } from "./use-settings.ts";

const usual = newDraft("", 0).settings;

/** The settings that every operator decides, each with the recommended answer. */
export function QuestionsSection() {
  const { reading } = useDraft();
  const { settings, isAudit, isWell, numeral, errorOf } = useSettings();
  const size = Number(settings.roundSize);
  const pairs = isWell("roundSize") ? formatCount((size * (size - 1)) / 2, "pair") : null;
  const rounds =
    reading === null || !isWell("roundSize")
      ? ""
      : ` The file has people for ${formatCount(Math.floor(reading.rowCount / size), "round")}.`;
  const recommended = (value: string) => `Recommended: ${value}.`;
  return (
    <Section title="A round" note="Who is judged together, by whom, and for how long.">
      <div className="grid max-w-measure gap-5">
        <Field
          label="People in a round"
          {...numeral("roundSize")}
          hint={`${recommended(usual.roundSize)}${pairs === null ? "" : ` They make ${pairs}; auditors judge those that differ enough.`}`}
        />
        <PanelQuestion />
        <Field
          label="Smallest difference that is judged, in points"
          {...numeral("alphaPoints")}
          hint={`${recommended(usual.alphaPoints)} ${isWell("alphaPoints") ? alphaExample(settings.alphaPoints).judged : "One point is once in 100."}`}
        />
        <Field
          label="Days to judge"
          {...numeral("deadlineDays")}
          hint={`${recommended(usual.deadlineDays)} You can change it for each round. Empty: no deadline.`}
        />
        {!isAudit && (
          <Field
            label="Number of rounds, if known"
            {...numeral("horizon")}
            error={errorOf("horizon")}
            hint={`Recommended: leave it empty unless the study ends after a fixed number.${rounds}`}
          />
        )}
      </div>
    </Section>
  );
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
    <div className="grid items-start gap-x-5 gap-y-2 sm:grid-cols-2">
      <Field
        label="Auditors"
        {...numeral("seats")}
        onFocus={() => {
          if (areWell) before.current = settings;
        }}
        onChange={(event) => changeSeats(event.target.value)}
        hint={`Recommended: ${usual.seats}. You can seat more or fewer later.`}
      />
      <Frame
        label="How many must agree"
        hint={`Recommended: ${usual.neededFlags} of ${usual.seats}. A pair is unfair when this many flag it.`}
        error={errorOf("neededFlags")}
      >
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={settings.neededFlags}
            disabled={!isWell("seats")}
            onChange={(event) => {
              const now = event.target.value;
              setChanged(flagsSentence(settings.neededFlags, { ...settings, neededFlags: now }));
              set({ neededFlags: now });
            }}
          >
            {options(isWell("seats") ? Number(settings.seats) : 0, settings.neededFlags).map((count) => (
              <option key={count} value={count}>
                {count} of {settings.seats}
              </option>
            ))}
          </select>
        )}
      </Frame>
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
