"use client";

import { Tick } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRehearsal.ts";
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
    <Section title={t.assumptions()} note={t.assumptionsNote()}>
      <div className="grid max-w-measure items-start gap-5 sm:grid-cols-2">
        <Select
          label={t.outcomes()}
          error={errorOf("outcome")}
          hint={t.outcomesHint()}
          value={outcome.source ?? "luck"}
          onChange={(event) => set({ outcome: chosen(event.target.value, columns, outcome) })}
          options={[
            ["luck", t.byChance()],
            ...columns.map(
              (column) => [column.source, t.columnOption({ name: columnLabel(column) })] as const,
            ),
          ]}
        />
        {outcome.source === null ? (
          <Field
            label={t.goodIn100()}
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            value={outcome.share}
            error={errorOf("share")}
            hint={t.goodHint()}
            onChange={(event) => set({ outcome: { source: "luck", yes: [], share: event.target.value } })}
          />
        ) : (
          <fieldset className="min-w-0">
            <legend className="mb-1 text-sm font-[560]">{t.yesCells()}</legend>
            <div className="flex flex-wrap gap-x-4">
              {words.slice(0, 20).map(({ word, count }) => (
                <Tick
                  key={word}
                  className="text-sm"
                  checked={outcome.yes.includes(word)}
                  onChange={(event) => set({ outcome: withWord(outcome, word, event.target.checked) })}
                >
                  {word} <span className="text-ink-3">({formatNumber(count)})</span>
                </Tick>
              ))}
            </div>
          </fieldset>
        )}
        <Field
          label={t.seconds()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={seconds}
          error={errorOf("seconds")}
          hint={t.secondsHint()}
          onChange={(event) => set({ seconds: event.target.value })}
        />
        <Select
          label={t.runs()}
          hint={t.runsHint({ isSlow: draft.settings.learner === "ftpl" })}
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
