"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Tick } from "#components/ui/choice.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { arrange, type ListFilter } from "#components/ui/list/arrange.ts";
import { ListTable } from "#components/ui/list/list-table.tsx";
import { listState } from "#components/ui/list-state.ts";
import { SheetFooter } from "#components/ui/sheet.tsx";
import { simulationsAddress } from "#components/ui/study-addresses.ts";
import type { CellColumn } from "#components/ui/table.tsx";
import * as t from "#messages/simulations.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { type RunsPageState, type RunView, runColumnNames } from "./page-state.ts";
import { runColumns } from "./run-columns.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { RunStatus } from "./run-state.tsx";

type Props = {
  studyId: string;
  runs: readonly RunView[];
  state: RunsPageState;
  change: (part: Partial<RunsPageState>) => void;
  onChanged: () => void;
};

/** Table of runs. The name opens a run; the checkbox adds it to the comparison. */
export function RunTable({ studyId, runs, state: shown, change, onChanged }: Props) {
  const [openId, setOpen] = useState<string | null>(null);
  const state = listState(simulationsAddress(studyId), Object.fromEntries(useSearchParams()));
  const { compared } = shown;
  const open = runs.find(({ id }) => id === openId);
  const columns: readonly CellColumn<RunView>[] = [
    [
      t.name(),
      ({ id, name }) => (
        <button
          type="button"
          className="min-h-6 text-left text-accent underline decoration-1 underline-offset-[0.18em] hover:text-accent-hover hover:decoration-2"
          onClick={() => setOpen(id)}
        >
          {name}
        </button>
      ),
      { className: "min-w-40", sort: { name: "name", by: ({ name }) => name } },
    ],
    [
      t.compare(),
      ({ id, name, state }) => (
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={t.compareRun({ name })}
          checked={compared.includes(id)}
          disabled={state !== "done" || (compared.length >= runLimits.compared && !compared.includes(id))}
          onChange={({ target }) =>
            change({ compared: target.checked ? [...compared, id] : compared.filter((each) => each !== id) })
          }
        />
      ),
    ],
    [t.state(), (run) => <RunStatus state={run.state} />, { className: "whitespace-nowrap" }],
    ...shown.columns.map((name): CellColumn<RunView> => {
      const { by, value, small, isNumeric: numeric } = runColumns[name];
      return [
        t.column({ column: name }),
        (run) => (
          <>
            {value(run)}
            <span className="block text-xs text-ink-3 empty:hidden">{small?.(run)}</span>
          </>
        ),
        {
          numeric,
          className: numeric ? "whitespace-nowrap tabular-nums" : "min-w-28",
          sort: { name, by },
        },
      ];
    }),
  ];
  const filters = (["learner", "world"] as const).map((name): ListFilter<RunView> => {
    const values = [...new Set(runs.map(({ about }) => about[name]))].sort();
    const label = t.column({ column: name });
    return { name, label, options: values.map((each) => [each, each]), of: ({ about }) => about[name] };
  });
  const list = { state, columns, filters };
  const textOf = ({ name, about, madeBy }: RunView) => `${name} ${about.learner} ${about.world} ${madeBy}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ColumnChoice columns={shown.columns} change={change} />
      <ListTable
        {...list}
        arranged={arrange(runs, { ...list, textOf })}
        search={t.find()}
        noMatch={t.noRunFits()}
        ruled
        caption={t.kept()}
        keyOf={({ id }) => id}
        foot={
          <SheetFooter>
            <p className="text-sm text-ink-2">{t.keptOf({ count: runs.length, most: runLimits.kept })}</p>
          </SheetFooter>
        }
      />
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

function ColumnChoice({ columns, change }: Pick<RunsPageState, "columns"> & Pick<Props, "change">) {
  return (
    <Fold label={t.columns()}>
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{t.columnsShown()}</legend>
        {runColumnNames.map((name) => (
          <Tick
            key={name}
            className="text-sm"
            checked={columns.includes(name)}
            onChange={({ target }) =>
              change({
                columns: runColumnNames.filter((each) =>
                  each === name ? target.checked : columns.includes(each),
                ),
              })
            }
          >
            {t.column({ column: name })}
          </Tick>
        ))}
      </fieldset>
    </Fold>
  );
}
