import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Link } from "#components/ui/link.tsx";
import { formatCount, formatList, formatPoints } from "#server/format.ts";
import type { LastRound as Last } from "#server/rounds/inbox/last-round.ts";

/** Summary of the last closed round: its decision, its reports, and their effect. */
export function LastRoundSheet({ studyId, last }: { studyId: string; last: Last }) {
  const { number, pickedCount, personCount, limit } = last;
  return (
    <section aria-label={`What round ${number} came to`} className="-mt-6 mb-10">
      <Boxes>
        {pickedCount !== null && (
          <Box label={`Decided in round ${number}`} unit={`of ${personCount} picked`}>
            {pickedCount}
          </Box>
        )}
        <Box
          label={pickedCount === null ? `Reported in round ${number}` : "Reported"}
          unit={<Reported last={last} />}
        >
          {formatCount(last.reported.length, "pair")}
        </Box>
        {limit && (
          <Box label="Changed: how far apart chances may lie" unit={limitWords(limit)}>
            {formatPoints(limit.before)} to {formatPoints(limit.next)}
          </Box>
        )}
      </Boxes>
      <p className="mt-3 text-sm">
        <Link href={`/studies/${studyId}/rounds/${number}`}>Round {number} in full</Link>
      </p>
    </section>
  );
}

const shownPairs = 3;

function Reported({ last: { reported, pairCount } }: { last: Last }) {
  if (pairCount === 0) return "none was to be judged";
  if (reported.length === 0) return `of ${pairCount} that could be judged`;
  const names = reported.slice(0, shownPairs).map(({ high, low }) => `person ${high + 1} over ${low + 1}`);
  const more = reported.length - names.length;
  return formatList(more > 0 ? [...names, `${more} more`] : names);
}

function limitWords({ isNextQuiet }: NonNullable<Last["limit"]>): string {
  return isNextQuiet ? "points; the next round has no pair to judge" : "points";
}
