"use client";

import type { DocketAndPace } from "#components/rounds/docket-words.ts";
import type { PickSettings } from "#components/rounds/picks-words.ts";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { OpenForm } from "./open-form.tsx";
import { RoundPreview } from "./round-preview.tsx";
import { useSelection } from "./use-selection.ts";
import { WaitingList } from "./waiting-list.tsx";

type Props = {
  studyId: string;
  number: number;
  waitingCount: number;
  roundSize: number;
  usualDeadlineDays: number | null;
  asked: DocketAndPace;
  picks: PickSettings | null;
  /** First page of the waiting people. */
  initial: Outputs["rounds"]["waiting"];
};

/** Page that opens a round: its people, what auditors will see of them, and the form. */
export function OpenRoundView({ initial, ...study }: Props) {
  const { studyId, number, roundSize } = study;
  const selection = useSelection(initial.people.slice(0, roundSize), roundSize);
  return (
    <>
      <Section title={t.people()} note={t.peopleNote({ count: roundSize })}>
        <WaitingList {...{ studyId, initial, selection, roundSize }} />
      </Section>
      <Section title={t.asAuditorsSee()} note={t.previewNote()}>
        <RoundPreview fields={initial.fields} people={selection.people} />
      </Section>
      <Section title={t.open()} note={t.openNote()}>
        <OpenForm
          {...study}
          next={number}
          chosen={selection.isNext ? undefined : selection.people.map(({ id }) => id)}
        />
      </Section>
    </>
  );
}
