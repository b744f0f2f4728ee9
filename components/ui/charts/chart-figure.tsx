"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { type CellColumn, DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/charts.ts";
import { KindBadge, type NumberKind } from "./kind-badge.tsx";
import { PlotCanvas } from "./plot-canvas.tsx";
import { svgFile } from "./svg-file.ts";

export type ChartTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

type Canvas = Parameters<typeof PlotCanvas>[0];

/** A chart with its title, its kind, a summary in words, and the same numbers as a table, a picture and a file. */
export function ChartFigure({
  title,
  note,
  kind,
  table,
  csv,
  children,
  ...canvas
}: Omit<Canvas, "picture"> & {
  title: string;
  note: string;
  kind: NumberKind;
  table: ChartTable;
  /** Address at which the numbers can be downloaded, if they have a file of their own. */
  csv?: string | undefined;
  /** How the figure is computed and what it does not show. */
  children: ReactNode;
}) {
  const picture = useRef<SVGSVGElement>(null);
  const [isOpen, setOpen] = useState(false);
  const tableId = useId();
  const save = () => {
    if (picture.current) saveFile(svgFile(picture.current, title), `${fileName(title)}.svg`);
  };
  return (
    <figure className="min-w-0 rounded-b-sm border border-t-2 border-hair border-t-rule bg-sheet px-4 py-4 md:px-6">
      <FigureHead title={title} note={note} kind={kind} />
      <PlotCanvas {...canvas} picture={picture} />
      <div className="mt-4 grid gap-2 border-t border-hair pt-3 text-sm text-ink-2">
        <ResearchDetails about={title}>{children}</ResearchDetails>
        <p className="-my-1 flex gap-1 print:hidden">
          <LinkButton onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} aria-controls={tableId}>
            {t.table({ title, hidden })}
          </LinkButton>
          <LinkButton onClick={save}>{t.svg({ title, hidden })}</LinkButton>
          {csv && (
            <a className="inline-flex min-h-9 items-center px-2" href={csv} download>
              {t.csv({ title, hidden })}
            </a>
          )}
        </p>
      </div>
      <div id={tableId} hidden={!isOpen}>
        {isOpen && <NumberTable title={title} table={table} />}
      </div>
    </figure>
  );
}

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

export function FigureHead({ title, note, kind }: { title: string; note: string; kind: NumberKind }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <figcaption>
        <h2>{title}</h2>
        <p className="text-sm text-ink-2">{note}</p>
      </figcaption>
      <KindBadge kind={kind} />
    </div>
  );
}

function LinkButton(props: React.ComponentProps<"button">) {
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center px-2 text-accent underline decoration-1 underline-offset-[0.18em] first:-ml-2 hover:text-accent-hover hover:decoration-2"
      {...props}
    />
  );
}

function NumberTable({ title, table: { head, rows } }: { title: string; table: ChartTable }) {
  return (
    <div className="mt-2 max-h-80 overflow-y-auto border-t border-hair">
      <DataTable
        bare
        caption={t.numbers({ title })}
        rows={rows}
        keyOf={([name = ""]) => name}
        columns={head.map(
          (name, index): CellColumn<readonly string[]> => [
            name,
            (cells) => cells[index],
            index === 0 ? {} : { numeric: true, className: "whitespace-nowrap" },
          ],
        )}
      />
    </div>
  );
}

function fileName(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
