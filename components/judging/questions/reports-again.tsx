import { useState } from "react";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/annulments.ts";
import { annulVotes } from "#server/audit-log/annulments.ts";
import { messageKey } from "#server/locale.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { PairTable } from "../pair/pair-table.tsx";
import type { ReportVotes } from "./use-report-votes.ts";

/** Earlier reports that the panel votes on, each with its two people as they were shown then. */
export function ReportsAgain({ judging, votes, setVote }: { judging: Judging } & ReportVotes) {
  const { reportsAgain, fields, alpha, round } = judging;
  return (
    <Section title={t.reportsAgain()} note={t.reportsAgainNote()}>
      <ul className="grid gap-6">
        {reportsAgain.map(({ round: from, reason, high, low }, index) => {
          const name = t.reportOf({ round: from, pair: pairName(high.position, low.position) });
          return (
            <li key={`${from}/${high.position}/${low.position}`} className="grid gap-3">
              <h3>{name}</h3>
              <p className="text-sm text-ink-2">{t.whyProposed({ reason: messageKey(reason) })}</p>
              <PairThen high={high} low={low} fields={fields} alpha={alpha} />
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own; the heading says it */}
              <div role="group" aria-label={name} className="flex flex-wrap gap-2">
                {annulVotes.map((vote) => (
                  <Button
                    key={vote}
                    aria-pressed={votes[index] === vote}
                    disabled={!round.takesVerdicts}
                    className="aria-pressed:shadow-[inset_0_0_0_2px_currentColor]"
                    onClick={() => setVote(index, votes[index] === vote ? null : vote)}
                  >
                    {t.vote({ vote })}
                  </Button>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type Then = Pick<Judging["reportsAgain"][number], "high" | "low"> & Pick<Judging, "fields" | "alpha">;

/** The two people as they were shown in their own round. */
function PairThen(pair: Then) {
  const [showsAll, setShowsAll] = useState(false);
  return <PairTable {...pair} showsAll={showsAll} onToggleAll={() => setShowsAll(!showsAll)} />;
}
