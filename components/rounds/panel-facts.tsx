import { panelSentences } from "#components/setup/panel/selection-words.ts";
import { Link } from "#components/ui/link.tsx";
import { entryAddress } from "#components/ui/study-addresses.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/panelSelection.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { messageKey } from "#server/locale.ts";

/**
 * Explains the panel of a round: how it was chosen, who was away, and which seats were replaced since, each with its log
 * entry.
 */
export function PanelFacts({
  studyId,
  board: { round, replacements },
  isDrawn,
}: {
  studyId: string;
  board: Pick<Outputs["rounds"]["board"], "round" | "replacements">;
  isDrawn: boolean;
}) {
  const how = messageKey(round.panelChosen.how);
  return (
    <div className="grid max-w-measure gap-2 text-ink-2">
      <p>{panelSentences(round.panelChosen, { ...round, isDrawn })}</p>
      {replacements.map(({ left, took, seq, at }) => (
        <p key={seq}>
          {t.replaced({
            ...{ left, took, how },
            entry: () => (
              <Link href={entryAddress(studyId, seq)}>
                <LocalTime at={at} />
              </Link>
            ),
          })}
        </p>
      ))}
    </div>
  );
}
