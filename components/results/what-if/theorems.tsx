import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/whatIf.ts";
import { formatPoints, formatSignificant } from "#server/format.ts";
import type { TheoremFigures } from "#server/results/what-if/theorem-figures.ts";

/** The theorems about a study's learner with the study's own numbers, next to the largest possible values. */
export function Theorems({ figures }: { figures: TheoremFigures }) {
  const { growth, roundSize, ruleCount, rounds, isOwnHorizon, eps } = figures;
  const [losses, errors] = figures.learner === "exp2" ? ["4.4", "4.5"] : ["4.8", "4.9"];
  const rows = [
    {
      name: t.theorem({ number: losses }),
      what: t.theoremLosses(),
      figure: formatSignificant(growth.semiBandit),
      most: t.mostLosses({ count: rounds }),
    },
    {
      name: t.theoremAccuracy({ number: errors }),
      what: t.theoremErrors(),
      figure: formatSignificant(growth.errors),
      most: t.mostDecisions({ count: roundSize * rounds }),
    },
    {
      name: t.theoremFairness({ number: errors }),
      what: t.theoremReports(),
      figure: formatSignificant(growth.violatingRounds),
      most: t.mostRounds({ count: rounds }),
    },
    ...(figures.learner === "exp2"
      ? []
      : [
          {
            name: t.theorem({ number: "4.12" }),
            what: t.theoremBoth(),
            figure: `${formatSignificant(figures.growth.lagrangian)} + ${formatSignificant(figures.growth.resampling)}`,
            most: "–",
          },
        ]),
  ];
  return (
    <Sheet ruled>
      <DataTable
        caption={t.theoremTable()}
        fold
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          [t.statement(), ({ name }) => name],
          [t.ofWhat(), ({ what }) => what],
          [t.figure(), ({ figure }) => figure, { numeric: true }],
          [t.largestPossible(), ({ most }) => most, { numeric: true }],
        ]}
      />
      <SheetBody className="grid max-w-measure gap-3 text-sm text-ink-2">
        <p>
          {figures.learner === "exp2" && t.exp2Note()} {t.constantsNote()}{" "}
          {growth.belowAllFrom === null ? t.neverBelow() : t.belowFrom({ rounds: growth.belowAllFrom })}
        </p>
        <p>
          {t.symbols({
            k: roundSize,
            n: ruleCount,
            rounds,
            isOwn: isOwnHorizon,
            eps: formatSignificant(eps),
            c: formatSignificant(growth.fairnessWeight),
          })}{" "}
          {figures.learner === "ftpl" &&
            t.ftplSymbols({
              s: figures.separatorSize,
              delta: formatSignificant(figures.delta),
              r: figures.growth.resampleCount,
            })}
        </p>
        {figures.learner === "ftpl" && (
          <p>
            {t.lemmaRadius({
              probability: formatSignificant(1 - figures.delta),
              rounds,
              points: formatPoints(figures.chanceRadius),
            })}
          </p>
        )}
      </SheetBody>
    </Sheet>
  );
}
