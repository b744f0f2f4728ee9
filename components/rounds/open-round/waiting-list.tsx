"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { Selection, WaitingPerson } from "./use-selection.ts";

/** All waiting people, page by page, with a checkbox for each. */
export function WaitingList({
  studyId,
  initial,
  selection,
  roundSize,
}: {
  studyId: string;
  initial: Outputs["rounds"]["waiting"];
  selection: Selection;
  roundSize: number;
}) {
  const [search, setSearch] = useState("");
  /** Cursor of each page up to the current one. */
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const after = starts.at(-1) ?? 0;
  const query = useQuery({
    ...useTRPC().rounds.waiting.queryOptions({ studyId, after, search }),
    ...(after === 0 && search === "" && { initialData: initial }),
    placeholderData: keepPreviousData,
  });
  const { people, identifierNames, count, next } = query.data ?? initial;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Field
          label={t.find()}
          type="search"
          value={search}
          maxLength={200}
          onChange={(event) => {
            setSearch(event.target.value);
            setStarts([0]);
          }}
          hint={t.findHint()}
          className="min-w-0 flex-1 basis-64"
        />
        <p role="status" className="text-sm text-ink-2">
          {t.chosenCount({
            chosen: selection.people.length,
            count: roundSize,
            isNext: selection.isNext,
          })}
        </p>
      </div>
      <ErrorNotice error={query.error} />
      <div aria-busy={query.isPlaceholderData}>
        <WaitingTable {...{ people, identifierNames, selection }} />
      </div>
      <nav aria-label={t.pagesOfPeople()} className="flex flex-wrap items-center gap-3 text-sm">
        <Button small disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
          {t.earlier()}
        </Button>
        <Button
          small
          disabled={next === null || query.isPlaceholderData}
          onClick={() => next !== null && setStarts([...starts, next])}
        >
          {t.later()}
        </Button>
        <span className="text-ink-2">{t.waitingCount({ count, isSearch: search !== "" })}</span>
        <span className="ml-auto flex flex-wrap gap-3">
          <Button small disabled={selection.people.length === 0} onClick={selection.clear}>
            {t.chooseNone()}
          </Button>
          <Button small disabled={selection.isNext} onClick={selection.backToNext}>
            {t.backToNext()}
          </Button>
        </span>
      </nav>
    </div>
  );
}

/** Waiting people with the names that the operator uses. Auditors never see these names. */
function WaitingTable({
  people,
  identifierNames,
  selection,
}: {
  people: readonly WaitingPerson[];
  identifierNames: readonly (string | null)[];
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
        <HeaderCell key={name}>{name ?? t.rowOfFile()}</HeaderCell>
      ))}
    </tr>
  );
  return (
    <Sheet ruled>
      <Table caption={t.waitingPeople()} head={head}>
        {people.map((person) => {
          const isChosen = selection.isChosen(person.id);
          return (
            <tr key={person.id}>
              <Cell className="align-middle">
                <label className="-my-0.5 inline-flex min-h-6 items-center gap-2">
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
            </tr>
          );
        })}
      </Table>
    </Sheet>
  );
}
