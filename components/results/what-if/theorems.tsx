import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber, formatPoints, formatSignificant } from "#server/format.ts";
import type { TheoremFigures } from "#server/results/what-if/theorem-figures.ts";

/** Bounds of the theorems with a study's own numbers, next to the largest possible value. */
export function Theorems({ figures, isFtpl }: { figures: TheoremFigures; isFtpl: boolean }) {
  const { growth, roundSize, ruleCount, separatorSize, rounds, isOwnHorizon, eps, delta, chanceRadius } =
    figures;
  const rows = [
    {
      name: "Theorem 4.8",
      what: "Losses beyond the best rule, each loss brought into 0 to 1",
      figure: formatSignificant(growth.semiBandit),
      most: `${formatNumber(rounds)} losses`,
    },
    {
      name: "Theorem 4.9, accuracy",
      what: "Wrong decisions beyond those of the best fair policy",
      figure: formatSignificant(growth.errors),
      most: `${formatNumber(roundSize * rounds)} decisions`,
    },
    {
      name: "Theorem 4.9, fairness",
      what: "Rounds with a report",
      figure: formatSignificant(growth.violatingRounds),
      most: `${formatNumber(rounds)} rounds`,
    },
    {
      name: "Theorem 4.12",
      what: "Errors and weighted reports together, and what drawing R rules adds",
      figure: `${formatSignificant(growth.lagrangian)} + ${formatSignificant(growth.resampling)}`,
      most: "–",
    },
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
          {!isFtpl && "This study learns by Exp2, and these theorems are about FTPL. "}
          They name no constants: a figure has the constant 1 and leaves logarithms out, so it shows how a
          limit grows and is none. A figure above the most that can be says nothing of this study
          {growth.belowAllFrom === null
            ? "; that of the reports stays above it for any number of rounds that can be counted."
            : `; that of the reports falls below it from ${formatNumber(growth.belowAllFrom)} rounds on.`}
        </p>
        <p>
          k = {formatNumber(roundSize)} people a round, N = {formatNumber(ruleCount)} rules, s ={" "}
          {formatNumber(separatorSize)} contexts that tell them apart, T = {formatNumber(rounds)}{" "}
          {isOwnHorizon ? "rounds" : "rounds closed so far, since none were set"}, ε ={" "}
          {formatSignificant(eps)}, δ = {formatSignificant(delta)}; as in the proof, C ={" "}
          {formatSignificant(growth.fairnessWeight)} and R = {formatNumber(growth.resampleCount)}.
        </p>
        {chanceRadius !== null && (
          <p>
            Lemma 4.13 has its constants: with probability {formatSignificant(1 - delta)}, no chance that this
            study publishes in its {formatNumber(rounds)} rounds lies further than{" "}
            {formatPoints(chanceRadius)} points from the one that its learner stands for, since R of its rules
            were drawn.
          </p>
        )}
      </SheetBody>
    </Sheet>
  );
}
