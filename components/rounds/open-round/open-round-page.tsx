"use client";

import type { DocketAndPace } from "#components/rounds/docket-words.ts";
import { Section } from "#components/ui/sheet.tsx";
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
  /** First page of the waiting people. */
  initial: Outputs["rounds"]["waiting"];
};

/** Page that opens a round: its people, what auditors will see of them, and the form. */
export function OpenRoundView({ initial, ...study }: Props) {
  const { studyId, number, roundSize } = study;
  const selection = useSelection(initial.people.slice(0, roundSize), roundSize);
  return (
    <>
      <Section
        title="People"
        note={`Up to ${roundSize} a round. Whatever you choose, they stand in the round in the order of the files.`}
      >
        <WaitingList {...{ studyId, initial, selection, roundSize }} />
      </Section>
      <Section title="As auditors see them" note="The same fields in the same order, without a chance.">
        <RoundPreview fields={initial.fields} people={selection.people} />
      </Section>
      <Section title="Open" note="From then on its chances are published.">
        <OpenForm
          {...study}
          next={number}
          chosen={selection.isNext ? undefined : selection.people.map(({ id }) => id)}
        />
      </Section>
    </>
  );
}
