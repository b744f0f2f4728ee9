import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/rounds.ts";
import type { Selection, WaitingPerson } from "./use-selection.ts";

/** Waiting people with the names that the operator uses. Auditors never see these names. */
export function WaitingTable({
  people,
  identifierNames,
  selection,
}: {
  people: readonly WaitingPerson[];
  identifierNames: readonly string[];
  selection: Selection;
}) {
  if (people.length === 0) {
    return (
      <Sheet ruled>
        <SheetBody className="text-ink-2">{t.noneMatches()}</SheetBody>
      </Sheet>
    );
  }
  const head = (
    <tr>
      <HeaderCell>{t.inTheRound()}</HeaderCell>
      <HeaderCell>{t.inTheLog()}</HeaderCell>
      {identifierNames.map((name) => (
        <HeaderCell key={name}>{name}</HeaderCell>
      ))}
    </tr>
  );
  return (
    <Sheet ruled>
      <Table caption={t.waitingPeople()} head={head}>
        {people.map((person) => {
          const isChosen = selection.isChosen(person.id);
          return (
            <Row key={person.id}>
              <Cell>
                <label className="inline-flex min-h-6 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-5 accent-ink"
                    checked={isChosen}
                    disabled={!isChosen && selection.isFull}
                    onChange={() => selection.toggle(person)}
                  />
                  <span className="sr-only">{t.isInRound({ id: person.id })}</span>
                </label>
              </Cell>
              <RowHead>{person.id}</RowHead>
              {identifierNames.map((name, index) => (
                <Cell key={name}>{person.identifiers[index] ?? ""}</Cell>
              ))}
            </Row>
          );
        })}
      </Table>
    </Sheet>
  );
}
