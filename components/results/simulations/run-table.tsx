"use client";

import { useState } from "react";
import { Cell, HeaderCell, RowHead, SortHeader, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/simulations.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import type { ColumnName, RunsPageState, RunView, SortName } from "./page-state.ts";
import { RunDialog } from "./run-dialog.tsx";
import { RunStatus } from "./run-state.tsx";
import { cellWords, isNumeric } from "./run-words.ts";

type Props = {
  studyId: string;
  runs: readonly RunView[];
  state: RunsPageState;
  change: (part: Partial<RunsPageState>) => void;
  onChanged: () => void;
};

/** Table of runs. The name opens a run; the checkbox adds it to the comparison. */
export function RunTable({ studyId, runs, state, change, onChanged }: Props) {
  const [openId, setOpen] = useState<string | null>(null);
  const { columns, compared } = state;
  const open = runs.find(({ id }) => id === openId);
  const isFull = compared.length >= runLimits.compared;
  const tick = (id: string, isTicked: boolean) =>
    change({ compared: isTicked ? [...compared, id] : compared.filter((each) => each !== id) });
  return (
    <div className="rounded-sm border border-t-2 border-hair border-t-rule bg-sheet">
      <Table
        caption={t.kept()}
        head={
          <tr>
            <HeaderCell>
              <span className="inline-flex min-h-6 items-center">{t.compare()}</span>
            </HeaderCell>
            <SortColumn name="name" word={t.name()} state={state} change={change} />
            <HeaderCell>
              <span className="inline-flex min-h-6 items-center">{t.state()}</span>
            </HeaderCell>
            {columns.map((name) => (
              <SortColumn
                key={name}
                name={name}
                word={t.column({ column: name })}
                isNumber={isNumeric(name)}
                state={state}
                change={change}
              />
            ))}
          </tr>
        }
      >
        {runs.map((run) => {
          const isTicked = compared.includes(run.id);
          return (
            <tr key={run.id}>
              <Cell>
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  aria-label={t.compareRun({ name: run.name })}
                  checked={isTicked}
                  disabled={run.state !== "done" || (isFull && !isTicked)}
                  onChange={(event) => tick(run.id, event.target.checked)}
                />
              </Cell>
              <RowHead className="min-w-40">
                <button
                  type="button"
                  className="min-h-6 text-left text-accent underline decoration-1 underline-offset-[0.18em] hover:text-accent-hover hover:decoration-2"
                  onClick={() => setOpen(run.id)}
                >
                  {run.name}
                </button>
              </RowHead>
              <Cell className="whitespace-nowrap">
                <RunStatus state={run.state} />
              </Cell>
              {columns.map((name) => (
                <RunCell key={name} run={run} name={name} />
              ))}
            </tr>
          );
        })}
      </Table>
      {runs.length === 0 && <p className="px-4 py-5 text-sm text-ink-2 md:px-6">{t.noRunFits()}</p>}
      {open && (
        <RunDialog
          key={open.id}
          studyId={studyId}
          run={open}
          onClose={() => setOpen(null)}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

function RunCell({ run, name }: { run: RunView; name: ColumnName }) {
  if (name === "made") {
    return (
      <Cell className="min-w-24">
        <LocalTime at={run.createdAt} />
      </Cell>
    );
  }
  const { value, small } = cellWords(run, name);
  const isNumber = isNumeric(name);
  return (
    <Cell numeric={isNumber} className={isNumber ? "whitespace-nowrap tabular-nums" : "min-w-28"}>
      {value}
      {small && <span className="block text-xs text-ink-3">{small}</span>}
    </Cell>
  );
}

function SortColumn({
  name,
  word,
  isNumber = false,
  state: { sort, isDescending },
  change,
}: {
  name: SortName;
  word: string;
  isNumber?: boolean;
} & Pick<Props, "state" | "change">) {
  const isSorted = sort === name;
  return (
    <SortHeader
      numeric={isNumber}
      direction={isSorted ? (isDescending ? "descending" : "ascending") : null}
      sortTo={() => change({ sort: name, isDescending: isSorted ? !isDescending : isNumber })}
    >
      {word}
    </SortHeader>
  );
}
