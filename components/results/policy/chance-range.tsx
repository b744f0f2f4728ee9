import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/policy.ts";
import type { PairChances } from "#server/results/policy/read-changed-pairs.ts";
import { apartWords, gapOf } from "./changed-words.ts";

const inHundredWhole = (chance: number) => Math.round(100 * chance);
const at = (chance: number) => `${100 * chance}%`;

/**
 * Chances of two people on one line from 0 to 100: a bar for the published ones, a thin line for those before the
 * limit. The solid dot had the greater chance.
 */
export function ChanceRange({ pair, look }: { pair: PairChances; look: "reported" | "now" }) {
  const { high, low, baseHigh, baseLow } = pair;
  const [left, right] = [Math.min(high, low), Math.max(high, low)];
  const [thinLeft, thinRight] = [Math.min(baseHigh, baseLow), Math.max(baseHigh, baseLow)];
  return (
    <div className="px-9">
      <div role="img" aria-label={labelOf(pair)} className="relative h-9">
        <span aria-hidden className="absolute inset-x-0 bottom-2 h-px bg-hair" />
        <span
          aria-hidden
          className="absolute bottom-2 h-0.5 translate-y-1/2 bg-ink-3"
          style={{ left: at(thinLeft), width: at(thinRight - thinLeft) }}
        />
        <span
          aria-hidden
          className={classNames(
            "absolute bottom-2 h-2 translate-y-1/2",
            look === "now" ? "bg-ink" : "bg-person-rest",
          )}
          style={{ left: at(left), width: at(right - left) }}
        />
        <Dot chance={low} className="bg-sheet" />
        <Dot chance={high} className="bg-ink" />
        <Figure chance={left} className="-translate-x-full pr-px text-right" />
        <Figure chance={right} className="pl-px" />
      </div>
    </div>
  );
}

function Dot({ chance, className }: { chance: number; className: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "absolute bottom-2 size-3 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-ink",
        className,
      )}
      style={{ left: at(chance) }}
    />
  );
}

function Figure({ chance, className }: { chance: number; className: string }) {
  return (
    <span
      aria-hidden
      className={classNames("absolute top-0 text-xs tabular-nums text-ink-2", className)}
      style={{ left: at(chance) }}
    >
      {inHundredWhole(chance)}
    </span>
  );
}

function labelOf(pair: PairChances): string {
  const { high, low, baseHigh, baseLow } = pair;
  const shown = { high: inHundredWhole(high), low: inHundredWhole(low), apart: apartWords(gapOf(pair)) };
  if (high === baseHigh && low === baseLow) return t.range(shown);
  return t.rangeWithLimit({ ...shown, baseHigh: inHundredWhole(baseHigh), baseLow: inHundredWhole(baseLow) });
}
