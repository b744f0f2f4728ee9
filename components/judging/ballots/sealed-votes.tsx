import { pairName } from "#components/rounds/people/pair-words.ts";
import * as annulment from "#messages/annulments.ts";
import * as t from "#messages/receipts.ts";
import type { AnnulVote, Report } from "#server/audit-log/annulments.ts";

/** What a ballot said about each earlier report that its panel voted on; nothing if there was none. */
export function SealedVotes({
  reports,
  votes,
}: {
  reports: readonly Report[];
  /** One for each report, in the same order. */
  votes: readonly AnnulVote[];
}) {
  if (reports.length === 0) return null;
  return (
    <section className="border-t border-hair px-4 py-3 text-sm md:px-6">
      <h2 className="text-xs font-normal text-ink-3">{t.sealedVotes()}</h2>
      <ul>
        {reports.map(({ round, high, low }, index) => {
          const name = annulment.reportOf({ round, pair: pairName(high, low) });
          return (
            <li key={name} className="flex flex-wrap justify-between gap-x-4">
              <span>{name}</span>
              <span className="font-[560]">{annulment.vote({ vote: votes[index] ?? "none" })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Counts the votes of a ballot: "1 to annul, 0 to keep, 1 without a vote". */
export function votesInWords(votes: readonly AnnulVote[]): string {
  const count = (vote: AnnulVote) => votes.filter((one) => one === vote).length;
  return t.votesCounted({ annul: count("annul"), keep: count("keep"), none: count(null) });
}
