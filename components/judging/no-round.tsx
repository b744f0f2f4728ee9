type Why = { hasSeat: boolean; isFirst: boolean; isEnded: boolean };

/** Explains why there is nothing to judge now, and what happens next. */
export function NoRound(why: Why) {
  const [title, text] = wordsOf(why);
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
        <h2>{title}</h2>
        <p className="max-w-measure text-ink-2">{text}</p>
      </div>
    </div>
  );
}

function wordsOf({ hasSeat, isFirst, isEnded }: Why): [title: string, text: string] {
  if (isEnded) return ["This study has ended", "No round is opened any more. Your receipts stay here."];
  if (!hasSeat) return ["You have no seat on the panel", withoutSeat];
  return ["No open round", untilNextRound(isFirst)];
}

const withoutSeat =
  "You have joined this study, and only those with a seat judge. Its operator gives the seats: ask there if you expected one. It shows here as soon as you have it.";

function untilNextRound(isFirst: boolean): string {
  const now = isFirst
    ? "You are on the panel, and no round has been opened since. The operator opens the first one."
    : "There is nothing to judge at the moment. The operator opens the next round.";
  return `${now} It appears here as soon as it is open; you need not do anything until then.`;
}
