"use client";

import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatNumber } from "#server/format.ts";
import {
  type AssumedOutcome,
  assumedOutcome,
  outcomeColumns,
  type RehearsalProblem,
} from "#server/simulation/rehearsal/settings.ts";
import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, RehearsalDraft } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";

/** Assumptions of a rehearsal: the outcomes of picked people, the time for a pair, the number of repetitions. */
export function OutcomeSection({ problems }: { problems: readonly RehearsalProblem[] }) {
  const { draft, reading, change } = useDraft();
  const { rehearsal, people } = draft;
  const { seconds, runs } = rehearsal;
  const outcome = assumedOutcome(people, rehearsal.outcome);
  const columns = people === null || reading === null ? [] : outcomeColumns(people, reading);
  const set = (part: Partial<RehearsalDraft>) => change({ rehearsal: { ...rehearsal, ...part } });
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.message;
  const words = outcome.source === null ? [] : (reading?.columns[outcome.source]?.words ?? []);
  return (
    <Section title="What is assumed" note="Used to rehearse only: nothing of it goes into the study.">
      <div className="grid max-w-measure items-start gap-5 sm:grid-cols-2">
        <Select
          label="What becomes of the picked"
          error={errorOf("outcome")}
          hint="A column that is neither shown nor used by rules, or luck."
          value={outcome.source ?? "luck"}
          onChange={(event) => set({ outcome: chosen(event.target.value, columns, outcome) })}
          options={[
            ["luck", "So many in 100, by luck"],
            ...columns.map((column) => [column.source, `Column “${columnLabel(column)}”`] as const),
          ]}
        />
        {outcome.source === null ? (
          <Field
            label="Well for, of 100"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            value={outcome.share}
            error={errorOf("share")}
            hint="Everybody alike: then no rule is better than another."
            onChange={(event) => set({ outcome: { source: "luck", yes: [], share: event.target.value } })}
          />
        ) : (
          <fieldset className="min-w-0">
            <legend className="mb-1 text-sm font-[560]">Cells that mean yes</legend>
            <div className="flex flex-wrap gap-x-4">
              {words.slice(0, 20).map(({ word, count }) => (
                <label key={word} className="flex min-h-9 items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={outcome.yes.includes(word)}
                    onChange={(event) => set({ outcome: withWord(outcome, word, event.target.checked) })}
                  />
                  {word} <span className="text-ink-3">({formatNumber(count)})</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <Field
          label="Seconds a pair"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={seconds}
          error={errorOf("seconds")}
          hint="For the minutes of judging."
          onChange={(event) => set({ seconds: event.target.value })}
        />
        <Select
          label="Runs of each setting"
          hint="A study is one run, and runs differ. FTPL takes long: begin with 5."
          value={runs}
          onChange={(event) => set({ runs: event.target.value as RehearsalDraft["runs"] })}
          options={["5", "20", "50"].map((count) => [count, count])}
        />
      </div>
    </Section>
  );
}

/** Returns the outcome for a chosen option, with the cells that mean yes if the column is the study's outcome. */
function chosen(
  value: string,
  columns: readonly ColumnChoice[],
  { share }: AssumedOutcome,
): RehearsalDraft["outcome"] {
  if (value === "luck") return { source: "luck", yes: [], share };
  const source = Number(value);
  return { source, yes: columns.find((column) => column.source === source)?.yes ?? [], share };
}

function withWord(outcome: AssumedOutcome, word: string, isYes: boolean): RehearsalDraft["outcome"] {
  const others = outcome.yes.filter((each) => each !== word);
  return { ...outcome, yes: isYes ? [...others, word] : others };
}
