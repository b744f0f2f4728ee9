import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { Cell, Column, Row, RowHead, Table } from "#components/ui/table.tsx";
import { Chance } from "./chance.tsx";

type Person = {
  position: number;
  personId: string;
  chance: string;
  selected: boolean | null;
  isErased: boolean;
  outcome: { value: "yes" | "no" | "lost"; version: number } | null;
};

const outcomeWords = { yes: "Yes", no: "No", lost: "Lost: stays unknown" } as const;

/** The people of a round with their chances; after the close with decisions and outcomes. */
export function PeopleTable({
  people,
  coming,
  children,
}: {
  people: readonly Person[];
  /** How many will be picked, while the round is open. */
  coming: string | null;
  /** How the chances came about, if something is to be said. */
  children: ReactNode;
}) {
  const isDecided = people.some(({ selected }) => selected !== null);
  const head = (
    <tr>
      <Column>Person</Column>
      <Column>In the log</Column>
      <Column>Chance</Column>
      {isDecided && <Column>Decision</Column>}
      {isDecided && <Column>Outcome</Column>}
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
            <RowHead>Person {person.position + 1}</RowHead>
            <Cell label="In the log">
              {person.personId}
              {person.isErased && <span className="text-ink-3"> (erased)</span>}
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
