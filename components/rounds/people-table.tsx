import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { personName } from "#components/rounds/people/pair-words.ts";
import { PersonCells } from "#components/rounds/people/person-cells.tsx";
import { identifierWords, type PersonView } from "#components/rounds/people/shown-person.ts";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/rounds.ts";
import type { OutcomeValue } from "#server/learner/interface/learner.ts";
import type { FieldWords } from "#server/study/words.ts";
import { Chance } from "./chance.tsx";

type Person = PersonView & {
  personId: string;
  selected: boolean | null;
  isErased: boolean;
  outcome: { value: OutcomeValue; version: number } | null;
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
          [t.asAuditorsSee(), (person) => <PersonCells fields={fields} person={person} />],
          [t.chance(), ({ chance }) => <Chance chance={chance} />],
          isDecided && [t.decision(), ({ selected }) => <Decision isSelected={selected === true} />],
          isDecided && [t.outcome(), outcomeOf],
        ]}
      />
      {children && <SheetFooter>{children}</SheetFooter>}
    </Sheet>
  );
}

function Decision({ isSelected }: { isSelected: boolean }) {
  const Icon = isSelected ? Check : Minus;
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden className="size-4" />
      {t.picked({ isPicked: isSelected })}
    </span>
  );
}

function outcomeOf({ selected, outcome }: Person): string {
  const value = selected !== true ? "unknowable" : (outcome?.value ?? "none");
  return t.outcomeIs({ value, isCorrected: outcome !== null && outcome.version > 1 });
}
