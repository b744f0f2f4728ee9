import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import * as t from "#messages/rounds.ts";

/** Bar for a chance on the same scale from 0 to 100 for every person, with its value in words. */
export function Chance({ chance }: { chance: string }) {
  return (
    <span className="grid grid-cols-[minmax(1.5rem,8rem)_auto] justify-start items-center gap-3">
      <span aria-hidden className="block h-2 border border-hair bg-sunken">
        <span className="block h-full bg-series-6" style={{ width: `${100 * Number(chance)}%` }} />
      </span>
      <span className="whitespace-nowrap">{t.chanceIn100({ count: chanceFigure(chance).words })}</span>
    </span>
  );
}
