/** "62 in 100"; the ends only when they are exact. */
function chanceInWords(chance: string): string {
  const value = Number(chance);
  const rounded = Math.round(100 * value);
  if (rounded === 0 && value > 0) return "below 1 in 100";
  if (rounded === 100 && value < 1) return "above 99 in 100";
  return `${rounded} in 100`;
}

/** The same bar and scale for everyone, 0 to 100, with the words beside it. */
export function Chance({ chance }: { chance: string }) {
  return (
    <span className="grid grid-cols-[minmax(1.5rem,8rem)_auto] justify-start items-center gap-3">
      <span aria-hidden className="block h-2 border border-hair bg-sunken">
        <span className="block h-full bg-series-6" style={{ width: `${100 * Number(chance)}%` }} />
      </span>
      <span className="whitespace-nowrap">{chanceInWords(chance)}</span>
    </span>
  );
}
