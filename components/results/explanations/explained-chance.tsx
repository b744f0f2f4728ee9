import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { SheetTable } from "#components/ui/table.tsx";
import * as t from "#messages/explanation.ts";
import { formatPercent } from "#server/format.ts";
import type { ExplainedChance } from "#server/workers/explanation-tasks.ts";
import { cellChangeWords, influenceWords } from "./explained-words.ts";

/** Conditions of the rules, met or not, with the weight that rests on each. */
export function Conditions({ explained: { influences, columns } }: { explained: ExplainedChance }) {
  if (influences.length === 0) return <p className="max-w-measure">{t.noConditions()}</p>;
  return (
    <SheetTable
      caption={t.conditionsTitle()}
      rows={influences}
      keyOf={(influence) => influenceWords(influence, columns)}
      columns={[
        [t.condition(), (influence) => influenceWords(influence, columns)],
        [t.met(), ({ isMet }) => t.isMet({ isMet })],
        [t.forYou(), ({ accepting }) => formatPercent(accepting), { numeric: true }],
        [t.againstYou(), ({ refusing }) => formatPercent(refusing), { numeric: true }],
      ]}
    />
  );
}

/** The smallest changes in one direction. */
export function ChangesOf({
  title,
  found,
  columns,
}: { title: string; found: ExplainedChance["up"] } & Pick<ExplainedChance, "columns">) {
  return (
    <div className="max-w-measure">
      <h3>{title}</h3>
      {found.kind === "found" ? (
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          {found.changes.map((change) => {
            const changes = cellChangeWords(change, columns);
            const chance = chanceFigure(String(change.chance)).words;
            return <li key={changes}>{t.change({ changes, chance })}</li>;
          })}
        </ul>
      ) : (
        <p className="mt-2">{found.kind === "none" ? t.none() : t.notSearched()}</p>
      )}
    </div>
  );
}
