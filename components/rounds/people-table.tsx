import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { personName } from "#components/rounds/people/pair-words.ts";
import { identifierWords, keyCells, type NamedCell } from "#components/rounds/people/shown-person.ts";
import { arrange, type ListFilter } from "#components/ui/list/arrange.ts";
import { ListTable } from "#components/ui/list/list-table.tsx";
import type { ListState } from "#components/ui/list-state.ts";
import { SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import type { CellColumn } from "#components/ui/table.tsx";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { FieldWords } from "#server/study/words.ts";
import { OverrideNote } from "./overrides/override-note.tsx";
import { chanceFigure } from "./people/chance-words.ts";

type Person = Outputs["rounds"]["board"]["people"][number];

/** Table of a round's people with their chances; after the close with decisions and outcomes. */
export function PeopleTable({
  state,
  people,
  fields,
  coming,
  children,
}: {
  state: ListState;
  people: readonly Person[];
  fields: readonly FieldWords[];
  /** How many will be picked, while the round is open. */
  coming: string | null;
  /** Explains the origin of the chances, if needed. */
  children: ReactNode;
}) {
  const isDecided = people.some(({ selected }) => selected !== null);
  const columns: readonly (CellColumn<Person> | false)[] = [
    [
      t.person(),
      (person) => (
        <div>
          <p>{personName(person.position)}</p>
          {identifierWords(person) && <p className="break-words font-normal">{identifierWords(person)}</p>}
          <p className="text-xs font-normal whitespace-nowrap text-ink-3">
            {t.inLog({ id: person.personId, isErased: person.isErased })}
          </p>
        </div>
      ),
      { sort: { name: "person", by: ({ position }) => position } },
    ],
    fields.length > 0 && [
      t.asAuditorsSee(),
      (person) => <PersonCells cells={keyCells(fields, person)} />,
      { label: t.fields() },
    ],
    [
      t.chance(),
      ({ chance }) => <Chance chance={chance} />,
      { sort: { name: "chance", by: ({ chance }) => Number(chance) } },
    ],
    isDecided && [
      t.decision(),
      decisionOf,
      { sort: { name: "decision", by: ({ selected }) => (selected ? 0 : 1) } },
    ],
    isDecided && [t.outcome(), outcomeOf, { sort: { name: "outcome", by: outcomeOf } }],
  ];
  const filters: readonly ListFilter<Person>[] = [
    {
      name: "decision",
      label: t.decision(),
      options: [
        ["picked", t.picked({ isPicked: true })],
        ["not", t.picked({ isPicked: false })],
      ],
      of: ({ selected }) => (selected ? "picked" : "not"),
    },
  ];
  const list = { state, columns, ...(isDecided && { filters }) };
  return (
    <div id="people">
      <ListTable
        {...list}
        arranged={arrange(people, { ...list, textOf: (person) => textOf(person, fields) })}
        search={t.findPerson()}
        noMatch={t.noPersonMatches()}
        ruled
        caption={t.peopleTable()}
        fold
        keyOf={({ position }) => position}
        head={
          <>
            <SheetHeader>
              <h2>{t.people()}</h2>
            </SheetHeader>
            {coming !== null && <p className="max-w-measure px-4 pb-3 md:px-6">{coming}</p>}
          </>
        }
        foot={children && <SheetFooter>{children}</SheetFooter>}
      />
    </div>
  );
}

/** Returns what the table shows of a person, for its search. */
function textOf(person: Person, fields: readonly FieldWords[]): string {
  const cells = keyCells(fields, person);
  const shown =
    cells === null ? [] : [...cells.first, ...cells.rest].map(({ label, cell }) => `${label} ${cell}`);
  return [personName(person.position), person.personId, identifierWords(person) ?? "", ...shown].join(" ");
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
function PersonCells({ cells }: { cells: ReturnType<typeof keyCells> }) {
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
