import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber, formatPoints, formatSignificant } from "#server/format.ts";
import type { TheoremFigures } from "#server/results/what-if/theorem-figures.ts";

/** The theorems about a study's learner with the study's own numbers, next to the largest possible values. */
export function Theorems({ figures }: { figures: TheoremFigures }) {
  const { growth, roundSize, ruleCount, rounds, isOwnHorizon, eps } = figures;
  const [losses, errors] = figures.learner === "exp2" ? ["4.4", "4.5"] : ["4.8", "4.9"];
  const rows = [
    {
      name: `Theorem ${losses}`,
      what: "Losses beyond the best rule, each loss scaled to at most 1",
      figure: formatSignificant(growth.semiBandit),
      most: `${formatNumber(rounds)} losses`,
    },
    {
      name: `Theorem ${errors}, accuracy`,
      what: "Wrong decisions beyond those of the best fair policy",
      figure: formatSignificant(growth.errors),
      most: `${formatNumber(roundSize * rounds)} decisions`,
    },
    {
      name: `Theorem ${errors}, fairness`,
      what: "Rounds with a report",
      figure: formatSignificant(growth.violatingRounds),
      most: `${formatNumber(rounds)} rounds`,
    },
    ...(figures.learner === "exp2"
      ? []
      : [
          {
            name: "Theorem 4.12",
            what: "Errors and weighted reports together, and what drawing R rules adds",
            figure: `${formatSignificant(figures.growth.lagrangian)} + ${formatSignificant(figures.growth.resampling)}`,
            most: "–",
          },
        ]),
  ];
  return (
    <Sheet ruled>
      <Table
        caption="The theorems with the numbers of this study"
        head={
          <tr>
            <HeaderCell>Statement</HeaderCell>
            <HeaderCell>Of what</HeaderCell>
            <HeaderCell numeric>Figure</HeaderCell>
            <HeaderCell numeric>The most that can be</HeaderCell>
          </tr>
        }
        fold
      >
        {rows.map(({ name, what, figure, most }) => (
          <Row key={name}>
            <RowHead>{name}</RowHead>
            <Cell label="Of what">{what}</Cell>
            <Cell label="Figure" numeric>
              {figure}
            </Cell>
            <Cell label="The most that can be" numeric>
              {most}
            </Cell>
          </Row>
        ))}
      </Table>
      <SheetBody className="grid max-w-measure gap-3 text-sm text-ink-2">
        <p>
          {figures.learner === "exp2" && "The theorems are about Exp2 as in the paper, with C = T^(1/5). "}
          They name no constants: a figure has the constant 1, so it shows how a bound grows and is no bound.
          A figure above the largest possible value says nothing about this study
          {growth.belowAllFrom === null
            ? "; that of the reports stays above it for any number of rounds that can be counted."
            : `; that of the reports falls below it from ${formatNumber(growth.belowAllFrom)} rounds on.`}
        </p>
        <p>
          k = {formatNumber(roundSize)} people a round, N = {formatNumber(ruleCount)} rules, T ={" "}
          {formatNumber(rounds)} {isOwnHorizon ? "rounds" : "rounds closed so far, since none were set"}, ε ={" "}
          {formatSignificant(eps)}, C = {formatSignificant(growth.fairnessWeight)}
          {figures.learner === "ftpl" &&
            `, s = ${formatNumber(figures.separatorSize)} contexts that distinguish the rules, δ = ${formatSignificant(figures.delta)}; as in the proof, R = ${formatNumber(figures.growth.resampleCount)}`}
          .
        </p>
        {figures.learner === "ftpl" && (
          <p>
            Lemma 4.13 has its constants: with probability {formatSignificant(1 - figures.delta)}, no chance
            that this study publishes in its {formatNumber(rounds)} rounds differs by more than{" "}
            {formatPoints(figures.chanceRadius)} points from the learner’s exact chance, since R of its rules
            were drawn.
          </p>
        )}
      </SheetBody>
    </Sheet>
  );
}
