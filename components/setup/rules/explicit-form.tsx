"use client";

import { useState } from "react";
import { Tick } from "#components/ui/choice.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRules.ts";
import { cellLabel, columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, RulesDraft } from "#server/study/draft.ts";
import { wordsOf } from "#server/study/read-columns.ts";
import { predictionColumns } from "#server/study/rules/explicit.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { conditionColumns, type PredicateDraft, predicateWords } from "#server/study/rules/predicates.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { AddCondition } from "./add-condition.tsx";

/** Form for single rules: typed, pasted or assembled, and the answers of other models. */
export function ExplicitForm({ context }: { context: RulesContext }) {
  return (
    <>
      <WrittenRules context={context} />
      <Predictions context={context} />
    </>
  );
}

const joints = ["new", "and", "or"] as const;
type Joint = (typeof joints)[number];

function WrittenRules({ context: { rules, columns, reading } }: { context: RulesContext }) {
  const { change, shown } = useDraft();
  const [joint, setJoint] = useState<Joint>("new");
  const usable = conditionColumns(columns);
  const errors = shown.filter(({ step, field }) => step === "rules" && field === "listed");
  const write = (listed: string) => change({ rules: { ...rules, listed } });
  const add = (predicate: PredicateDraft) => {
    write(joined(rules.listed, joint, predicateWords(predicate, columns)));
    if (joint === "new") setJoint("and");
  };
  return (
    <Section title={t.written()} note={t.writtenNote()}>
      <div className="grid gap-4">
        <TextField
          label={t.rules()}
          error={errors.length === 0 ? undefined : errorWords(errors.map(({ message }) => message))}
          hint={t.writtenHint()}
          rows={Math.min(16, Math.max(5, rules.listed.split("\n").length + 1))}
          maxLength={100_000}
          spellCheck={false}
          placeholder={placeholderOf(usable)}
          value={rules.listed}
          onChange={(event) => write(event.target.value)}
        />
        {usable.length === 0 ? (
          <Notice title={t.noColumn()}>{t.noColumnNote()}</Notice>
        ) : (
          <div className="grid gap-2">
            <p className="flex flex-wrap items-center gap-3 text-sm">
              <span className="font-[560]">{t.addCondition()}</span>
              <BareSelect
                aria-label={t.addCondition()}
                className={smallControl}
                value={joint}
                onChange={(event) => setJoint(event.target.value as Joint)}
                options={joints.map((each) => [each, t.joint({ joint: each })])}
              />
            </p>
            <AddCondition columns={usable} reading={reading} add={add} />
          </div>
        )}
      </div>
    </Section>
  );
}

function joined(listed: string, joint: Joint, words: string): string {
  const text = listed.trimEnd();
  if (text === "") return words;
  return joint === "new" ? `${text}\n${words}` : `${text} ${joint} ${words}`;
}

function errorWords(messages: readonly string[]): string {
  const shown = messages.slice(0, 3).join(" ");
  return messages.length > 3 ? t.writtenErrors({ problems: shown, count: messages.length - 3 }) : shown;
}

function placeholderOf(columns: readonly ColumnChoice[]): string {
  const [number, word] = [
    columns.find(({ type }) => type === "number"),
    columns.find(({ type }) => type !== "number"),
  ];
  const lines = [number && `${columnLabel(number)} <= 24`, word && `${columnLabel(word)} is …`];
  return lines.filter((line) => line !== undefined).join(" and ");
}

function Predictions({ context: { rules, columns, reading } }: { context: RulesContext }) {
  const { change, shown } = useDraft();
  const usable = predictionColumns(columns, reading);
  const { predictions } = rules;
  const gone = predictions.filter(({ source }) => !usable.some((column) => column.source === source));
  const set = (source: number, accepts: string | null) => {
    const others = predictions.filter((each) => each.source !== source);
    const next: RulesDraft["predictions"] = accepts === null ? others : [...others, { source, accepts }];
    change({ rules: { ...rules, predictions: next } });
  };
  return (
    <Section title={t.models()} note={t.modelsNote()}>
      {usable.length === 0 && gone.length === 0 ? (
        <Notice title={t.noAnswers()}>{t.noAnswersNote()}</Notice>
      ) : (
        <Sheet>
          <ul>
            {usable.map((column) => (
              <PredictionRow
                key={column.source}
                column={column}
                words={wordsOf(reading, column).map(({ word }) => word)}
                accepts={predictions.find(({ source }) => source === column.source)?.accepts ?? null}
                set={(accepts) => set(column.source, accepts)}
              />
            ))}
            {gone.map(({ source }) => (
              <li key={source} className="border-b border-hair px-4 py-3 text-sm last:border-b-0 md:px-6">
                <p className="font-[560] text-bad">
                  {shown.find(({ field }) => field === `predictions.${source}`)?.message ?? t.tooManyCells()}
                </p>
                <button type="button" className="underline" onClick={() => set(source, null)}>
                  {t.leaveOut()}
                </button>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </Section>
  );
}

function PredictionRow({
  column,
  words,
  accepts,
  set,
}: {
  column: ColumnChoice;
  words: readonly string[];
  accepts: string | null;
  set: (accepts: string | null) => void;
}) {
  const name = columnLabel(column);
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-b border-hair px-4 py-3 last:border-b-0 md:grid-cols-2 md:px-6">
      <Tick
        className="font-[560]"
        checked={accepts !== null}
        onChange={(event) => set(event.target.checked ? (words.toSorted().at(-1) ?? "") : null)}
      >
        {name}
      </Tick>
      {accepts !== null && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {t.accepts({
            choice: () => (
              <BareSelect
                aria-label={t.acceptsLabel({ name })}
                className={`${smallControl} max-w-56`}
                value={accepts}
                onChange={(event) => set(event.target.value)}
                options={words.map((word) => [word, cellLabel(column, word)])}
              />
            ),
          })}
        </p>
      )}
    </li>
  );
}
