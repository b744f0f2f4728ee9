import { useState } from "react";
import { placeKey } from "#components/judging/ballots/verdicts-on-device.ts";
import { deviceItems, parseItem } from "#components/ui/browser-storage.ts";
import { type AnnulVote, annulVotes } from "#server/audit-log/annulments.ts";
import type { JudgingRoom } from "../state/use-judging.ts";

export type ReportVotes = {
  /** One for each report that the panel votes on; null: no vote. */
  readonly votes: readonly AnnulVote[];
  readonly setVote: (index: number, vote: AnnulVote) => void;
};

/** Keeps the votes on earlier reports on this device until they are sealed. Without any, those last sealed are shown. */
export function useReportVotes({ judging, place }: JudgingRoom): ReportVotes {
  const { reportsAgain, sealed } = judging;
  const key = `evenhand/report-votes/${placeKey(place)}`;
  const [votes, setVotes] = useState(() => {
    const kept = readVotes(typeof window === "undefined" ? null : deviceItems().getItem(key));
    return reportsAgain.map((_, index) => kept?.[index] ?? sealed?.votes[index] ?? null);
  });
  return {
    votes,
    setVote: (index, vote) => {
      const changed = votes.with(index, vote);
      deviceItems().setItem(key, JSON.stringify(changed));
      setVotes(changed);
    },
  };
}

function readVotes(text: string | null): AnnulVote[] | null {
  const stored = parseItem(text);
  if (!Array.isArray(stored)) return null;
  return stored.map((one) => annulVotes.find((vote) => vote === one) ?? null);
}
