"use client";

import { useRef, useState } from "react";
import { personName } from "#components/rounds/people/pair-words.ts";
import { identifierWords, keyCellsInWords, type PersonView } from "#components/rounds/people/shown-person.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import * as t from "#messages/outcomes.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import type { FieldWords } from "#server/study/words.ts";

type Selected = PersonView & { readonly outcome: { readonly value: OutcomeValue } | null };

const choices = ["none", "yes", "no", "lost"] as const;

/**
 * Form for outcomes of the picked people: first ones, and corrections. The record keeps the earlier values next to
 * corrections.
 */
export function OutcomeForm({
  studyId,
  round,
  selected,
  fields,
  inFileCount,
}: {
  studyId: string;
  round: number;
  selected: readonly Selected[];
  fields: readonly FieldWords[];
  /** How many outcomes of these people are in the study's file and not recorded yet. */
  inFileCount: number;
}) {
  const [changes, setChanges] = useState<ReadonlyMap<number, OutcomeValue>>(new Map());
  const key = useRef(crypto.randomUUID());
  const trpc = useTRPC();
  const onSuccess = () => {
    key.current = crypto.randomUUID();
    setChanges(new Map());
  };
  const record = useChange(trpc.outcomes.record);
  const reveal = useChange(trpc.outcomes.revealHistory);
  const error = record.error ?? reveal.error;
  const send = () =>
    record.mutate(
      {
        studyId,
        idempotencyKey: key.current,
        outcomes: [...changes].map(([position, value]) => ({
          round,
          position,
          value,
          isCorrection: selected.some((person) => person.position === position && person.outcome !== null),
        })),
      },
      { onSuccess },
    );
  const choose = (position: number, value: string, present: OutcomeValue | undefined) => {
    const next = new Map(changes);
    if (value === "" || value === present) next.delete(position);
    else next.set(position, value as OutcomeValue);
    setChanges(next);
  };
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>{t.enterOutcomes()}</h2>
        <span className="text-sm text-ink-2">{t.onlyPicked()}</span>
      </SheetHeader>
      <SheetBody className="grid gap-4 pt-0">
        <div className="grid gap-4 sm:grid-cols-2">
          {selected.map(({ position, outcome, ...person }) => (
            <Select
              key={position}
              label={personName(position)}
              {...hintOf(fields, person)}
              value={changes.get(position) ?? outcome?.value ?? ""}
              onChange={(event) => choose(position, event.target.value, outcome?.value)}
              options={choices
                .filter((value) => value !== "none" || outcome === null)
                .map((value) => [value === "none" ? "" : value, t.value({ value })])}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="act" disabled={changes.size === 0 || record.isPending} onClick={send}>
            {t.record({ count: changes.size })}
          </Button>
          {inFileCount > 0 && (
            <Button
              disabled={reveal.isPending}
              onClick={() => reveal.mutate({ studyId, round }, { onSuccess })}
            >
              {t.takeFromFile({ count: inFileCount })}
            </Button>
          )}
          <ButtonLink href={`/studies/${studyId}/rounds/outcomes`}>{t.uploadFile()}</ButtonLink>
        </div>
        <ErrorNotice error={error} />
      </SheetBody>
    </Sheet>
  );
}

/** Identifies the person, below the control. */
function hintOf(fields: readonly FieldWords[], person: Pick<PersonView, "cells" | "identifiers">) {
  const words = [identifierWords(person), keyCellsInWords(fields, person)].filter((part) => part !== null);
  return words.length === 0 ? {} : { hint: words.join(": ") };
}
