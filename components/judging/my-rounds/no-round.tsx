import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/myRounds.ts";

type Why = { hasSeat: boolean; isFirst: boolean; isEnded: boolean };
type Props = Why & { studyId: string };

/** Explains why there is nothing to judge now, and what happens next. */
export function NoRound({ studyId, ...why }: Props) {
  const reason = reasonOf(why);
  return (
    <div className="mb-10 grid items-center gap-6 rounded-sm border border-dashed border-edge p-5 md:grid-cols-[auto_minmax(0,1fr)] md:p-8">
      <svg
        viewBox="0 0 88 88"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
        className="size-22 text-edge"
      >
        <path d="M14 10h46l14 14v54H14z" />
        <path d="M60 10v14h14" />
        <path d="M24 38h40M24 48h40M24 58h22" strokeDasharray="3 5" />
      </svg>
      <div className="grid gap-2">
        <h2>{t.noOpenRound({ why: reason })}</h2>
        <p className="max-w-measure text-ink-2">{t.noOpenRoundNote({ why: reason })}</p>
        {reason === "first" && (
          <p className="max-w-measure text-sm text-ink-2">
            {t.checkYourKey({
              link: (text) => <Link href={`/studies/${studyId}/receipts#devices`}>{text}</Link>,
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function reasonOf({ hasSeat, isFirst, isEnded }: Why): "ended" | "noSeat" | "first" | "later" {
  if (isEnded) return "ended";
  if (!hasSeat) return "noSeat";
  return isFirst ? "first" : "later";
}
