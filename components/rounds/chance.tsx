/** Formats a chance, such as "62 in 100". 0 and 100 only appear if they are exact. */
function chanceInWords(chance: string): string {
  const value = Number(chance);
  const rounded = Math.round(100 * value);
  if (rounded === 0 && value > 0) return "below 1 in 100";
  if (rounded === 100 && value < 1) return "above 99 in 100";
  return `${rounded} in 100`;
}

/** Bar for a chance on the same scale from 0 to 100 for every person, with its value in words. */
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
