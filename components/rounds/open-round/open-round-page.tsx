"use client";

import { Section, Sheet, SheetHeader } from "#components/ui/sheet.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { cellInWords } from "#server/study/words.ts";
import { personName } from "../people/pair-words.ts";
import type { NextRound } from "./next-round.ts";
import { OpenForm } from "./open-form.tsx";
import { useSelection, type WaitingPerson } from "./use-selection.ts";
import { WaitingList } from "./waiting-list.tsx";

type Props = {
  round: NextRound;
  /** First page of the waiting people. */
  initial: Outputs["rounds"]["waiting"];
};

/** Page that opens a round: its people, what auditors will see of them, and the form. */
export function OpenRoundView({ initial, round }: Props) {
  const { studyId, roundSize } = round;
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
        <OpenForm {...round} chosen={selection.isNext ? undefined : selection.people.map(({ id }) => id)} />
      </Section>
    </>
  );
}

/** Cards of a round's people in their order: no name, no code, no chance. */
function RoundPreview({
  fields,
  people,
}: {
  fields: Outputs["rounds"]["waiting"]["fields"];
  people: readonly WaitingPerson[];
}) {
  if (people.length === 0) return <p className="text-ink-2">{t.noneChosen()}</p>;
  return (
    <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {people.map((person, position) => (
        <li key={person.id}>
          <Sheet ruled>
            <SheetHeader className="border-b border-hair">
              <h3 className="text-lg">{personName(position)}</h3>
            </SheetHeader>
            <dl>
              {fields.map((field, index) => (
                <div
                  key={field.name}
                  className="grid grid-cols-2 gap-4 border-b border-hair px-4 py-2 text-sm last:border-b-0 md:px-6"
                >
                  <dt className="min-w-0 break-words text-ink-2">{field.label}</dt>
                  <dd className="min-w-0 font-[560] break-words">
                    {cellInWords(person.cells[index] ?? null, field) ?? (
                      <span className="font-normal text-ink-3">{common.notGiven()}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Sheet>
        </li>
      ))}
    </ul>
  );
}
