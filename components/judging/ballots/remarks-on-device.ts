import { type Items, parseItem } from "#components/ui/browser-storage.ts";
import { verdictWords } from "#server/audit-log/verdicts.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { reasonWords } from "#server/schemas/reason-words.ts";
import { type Pair, pairKeyOf } from "./verdicts.ts";
import { type Place, placeKey } from "./verdicts-on-device.ts";

/** An auditor's remark on a pair, in addition to the verdict. */
export type OwnRemark = Pick<
  Outputs["ballots"]["remarks"]["own"][number],
  "high" | "low" | "note" | "reasons" | "again"
>;

/** Stores remarks on this device until the server has them: one item for each pair, like the verdicts. */
export function remarkStorage(place: Place, items: Items) {
  const nameOf = (pair: Pair) => `evenhand/remark/${placeKey(place)}/${pairKeyOf(pair)}`;
  return {
    keep: (remark: OwnRemark): void => items.setItem(nameOf([remark.high, remark.low]), textOf(remark)),
    /** Removes a saved remark, unless a newer one was stored meanwhile. */
    release: (remark: OwnRemark): void => {
      const name = nameOf([remark.high, remark.low]);
      if (items.getItem(name) === textOf(remark)) items.removeItem(name);
    },
    load: (pairs: readonly Pair[]): OwnRemark[] =>
      pairs.flatMap((pair) => readRemark(items.getItem(nameOf(pair)), pair) ?? []),
  };
}

/** Remark without its pair, as it is stored. */
export type Remark = Pick<OwnRemark, "note" | "reasons" | "again">;

function textOf({ note, reasons, again }: Remark): string {
  return JSON.stringify({ note, reasons, again });
}

function readRemark(text: string | null, [high, low]: Pair): OwnRemark | undefined {
  const kept = parseItem(text);
  if (!isKept(kept)) return undefined;
  const { note, reasons, again } = kept;
  return { note, reasons, again, high, low };
}

const validReasons: ReadonlySet<unknown> = new Set(reasonWords);
const validAnswers: ReadonlySet<unknown> = new Set([...verdictWords, null]);

function isKept(value: unknown): value is Remark {
  if (typeof value !== "object" || value === null) return false;
  const { note, reasons, again }: { note?: unknown; reasons?: unknown; again?: unknown } = value;
  const areReasons = Array.isArray(reasons) && reasons.every((reason) => validReasons.has(reason));
  return typeof note === "string" && areReasons && validAnswers.has(again);
}
