import * as t from "#messages/rounds.ts";
import type { FieldWords } from "#server/study/words.ts";
import { keyCells, type NamedCell, type PersonView } from "./shown-person.ts";

/** Fields of a person as on the cards: the first ones visible, the others in a fold. */
export function PersonCells({
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
