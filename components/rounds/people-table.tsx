import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { PersonCells } from "#components/rounds/people/person-cells.tsx";
import { identifierWords, type PersonView } from "#components/rounds/people/shown-person.ts";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { OutcomeValue } from "#server/learner/interface/learner.ts";
import type { FieldWords } from "#server/study/words.ts";
import { Chance } from "./chance.tsx";

type Person = PersonView & {
  personId: string;
  selected: boolean | null;
  isErased: boolean;
  outcome: { value: OutcomeValue; version: number } | null;
};

const outcomeWords = { yes: "Yes", no: "No", lost: "Lost: stays unknown" } as const;

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
  const head = (
    <tr>
      <HeaderCell>Person</HeaderCell>
      <HeaderCell>As auditors see them</HeaderCell>
      <HeaderCell>Chance</HeaderCell>
      {isDecided && <HeaderCell>Decision</HeaderCell>}
      {isDecided && <HeaderCell>Outcome</HeaderCell>}
    </tr>
  );
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>People</h2>
      </SheetHeader>
      {coming !== null && <p className="max-w-measure px-4 pb-3 md:px-6">{coming}</p>}
      <Table caption="People of this round" head={head} fold>
        {people.map((person) => (
          <Row key={person.position}>
            <RowHead>
              <div>
                <p>Person {person.position + 1}</p>
                {identifierWords(person) && (
                  <p className="break-words font-normal">{identifierWords(person)}</p>
                )}
                <p className="text-xs font-normal text-ink-3">
                  {person.personId}
                  {person.isErased && " (erased)"} in the log
                </p>
              </div>
            </RowHead>
            <Cell label="Fields">
              <PersonCells fields={fields} person={person} />
            </Cell>
            <Cell label="Chance">
              <Chance chance={person.chance} />
            </Cell>
            {isDecided && (
              <Cell label="Decision">
                <Decision isSelected={person.selected === true} />
              </Cell>
            )}
            {isDecided && <Cell label="Outcome">{outcomeOf(person)}</Cell>}
          </Row>
        ))}
      </Table>
      {children && <SheetFooter>{children}</SheetFooter>}
    </Sheet>
  );
}

function Decision({ isSelected }: { isSelected: boolean }) {
  const Icon = isSelected ? Check : Minus;
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden className="size-4" />
      {isSelected ? "Picked" : "Not picked"}
    </span>
  );
}

function outcomeOf({ selected, outcome }: Person): string {
  if (selected !== true) return "Will never be known";
  if (outcome === null) return "Not yet";
  return `${outcomeWords[outcome.value]}${outcome.version > 1 ? " (corrected)" : ""}`;
}
