import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { personName } from "#components/rounds/people/pair-words.ts";
import {
  identifierWords,
  keyCells,
  type NamedCell,
  type PersonView,
} from "#components/rounds/people/shown-person.ts";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/rounds.ts";
import type { Override } from "#server/audit-log/overrides.ts";
import type { OutcomeValue } from "#server/learner/interface/learner.ts";
import type { FieldWords } from "#server/study/words.ts";
import { OverrideNote } from "./overrides/override-note.tsx";
import { chanceFigure } from "./people/chance-words.ts";

type Person = PersonView & {
  personId: string;
  selected: boolean | null;
  isErased: boolean;
  outcome: { value: OutcomeValue; version: number } | null;
  override: (Override & { decidedBy: string }) | null;
};

/** Table of a round's people with their chances; after the close with decisions and outcomes. */
export function PeopleTable({
  people,
  fields,
  coming,
  children,
}: {
  people: readonly Person[];
  fields: readonly FieldWords[];
  /** How many will be picked, while the round is open. */
  coming: string | null;
  /** Explains the origin of the chances, if needed. */
  children: ReactNode;
}) {
  const isDecided = people.some(({ selected }) => selected !== null);
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>{t.people()}</h2>
      </SheetHeader>
      {coming !== null && <p className="max-w-measure px-4 pb-3 md:px-6">{coming}</p>}
      <DataTable
        caption={t.peopleTable()}
        fold
        rows={people}
        keyOf={({ position }) => position}
        columns={[
          [
            t.person(),
            (person) => (
              <div>
                <p>{personName(person.position)}</p>
                {identifierWords(person) && (
                  <p className="break-words font-normal">{identifierWords(person)}</p>
                )}
                <p className="text-xs font-normal text-ink-3">
                  {t.inLog({ id: person.personId, isErased: person.isErased })}
                </p>
              </div>
            ),
          ],
          fields.length > 0 && [
            t.asAuditorsSee(),
            (person) => <PersonCells fields={fields} person={person} />,
            { label: t.fields() },
          ],
          [t.chance(), ({ chance }) => <Chance chance={chance} />],
          isDecided && [t.decision(), decisionOf],
          isDecided && [t.outcome(), outcomeOf],
        ]}
      />
      {children && <SheetFooter>{children}</SheetFooter>}
    </Sheet>
  );
}

function decisionOf({ selected, override }: Person) {
  return (
    <div className="grid gap-1">
      <Decision isSelected={selected === true} />
      {override && <OverrideNote {...override} />}
    </div>
  );
}

function Decision({ isSelected }: { isSelected: boolean }) {
  const Icon = isSelected ? Check : Minus;
  return (
    <span className="inline-flex items-baseline gap-2">
      <Icon aria-hidden className="size-4 flex-none translate-y-0.5" />
      {t.picked({ isPicked: isSelected })}
    </span>
  );
}

function outcomeOf({ selected, outcome }: Person): string {
  const value = selected !== true ? "unknowable" : (outcome?.value ?? "none");
  return t.outcomeIs({ value, isCorrected: outcome !== null && outcome.version > 1 });
}

/** Bar for a chance on the same scale from 0 to 100 for every person, with its value in words. */
function Chance({ chance }: { chance: string }) {
  return (
    <span className="grid grid-cols-[minmax(1.5rem,8rem)_auto] justify-start items-center gap-3">
      <span aria-hidden className="block h-2 border border-hair bg-sunken">
        <span className="block h-full bg-series-6" style={{ width: `${100 * Number(chance)}%` }} />
      </span>
      <span className="whitespace-nowrap">{t.chanceIn100({ count: chanceFigure(chance).words })}</span>
    </span>
  );
}

/** Fields of a person as on the cards: the first ones visible, the others in a fold. */
function PersonCells({
  fields,
  person,
}: {
  fields: readonly FieldWords[];
  person: Pick<PersonView, "cells">;
}) {
  const cells = keyCells(fields, person);
  if (cells === null) return <span className="text-ink-3">{t.erased()}</span>;
  return (
    <div className="min-w-0">
      <Cells cells={cells.first} />
      {cells.rest.length > 0 && (
        <details>
          <summary className="min-h-6 w-fit cursor-pointer text-accent">
            {t.moreFields({ count: cells.rest.length })}
          </summary>
          <Cells cells={cells.rest} />
        </details>
      )}
    </div>
  );
}

function Cells({ cells }: { cells: readonly NamedCell[] }) {
  return (
    <dl className="flex flex-wrap gap-x-4">
      {cells.map(({ name, label, cell }) => (
        <div key={name} className="flex min-w-0 flex-wrap gap-x-1.5">
          <dt className="text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{cell}</dd>
        </div>
      ))}
    </dl>
  );
}
