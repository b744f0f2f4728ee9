import { verdictWords } from "#server/audit-log/verdicts.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { reasonWords } from "#server/schemas/reason-words.ts";
import type { Items } from "./device.ts";
import { type Place, placeKey } from "./verdict-storage.ts";
import { keyOf, type Pair } from "./verdicts.ts";

/** What somebody said of a pair beside the verdict. */
export type OwnRemark = Pick<
  Outputs["ballots"]["remarks"]["own"][number],
  "high" | "low" | "note" | "reasons" | "again"
>;

/** What this device keeps of remarks until the server has them: one item a pair, like the verdicts. */
export function remarkStorage(place: Place, items: Items) {
  const nameOf = (pair: Pair) => `evenhand/remark/${placeKey(place)}/${keyOf(pair)}`;
  return {
    keep: (remark: OwnRemark): void => items.setItem(nameOf([remark.high, remark.low]), textOf(remark)),
    /** Forgets what was saved, unless something newer is kept meanwhile. */
    release: (remark: OwnRemark): void => {
      const name = nameOf([remark.high, remark.low]);
      if (items.getItem(name) === textOf(remark)) items.removeItem(name);
    },
    load: (pairs: readonly Pair[]): OwnRemark[] =>
      pairs.flatMap((pair) => readRemark(items.getItem(nameOf(pair)), pair) ?? []),
  };
}

/** What is kept under a pair. */
type Kept = Pick<OwnRemark, "note" | "reasons" | "again">;

function textOf({ note, reasons, again }: Kept): string {
  return JSON.stringify({ note, reasons, again });
}

function readRemark(text: string | null, [high, low]: Pair): OwnRemark | undefined {
  if (text === null) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isKept(kept)) return undefined;
    const { note, reasons, again } = kept;
    return { note, reasons, again, high, low };
  } catch {
    // Damaged by hand: as if there had been none.
    return undefined;
  }
}

const reasonsThereAre: ReadonlySet<unknown> = new Set(reasonWords);
const answersThereAre: ReadonlySet<unknown> = new Set([...verdictWords, null]);

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { note, reasons, again }: { note?: unknown; reasons?: unknown; again?: unknown } = value;
  const areReasons = Array.isArray(reasons) && reasons.every((reason) => reasonsThereAre.has(reason));
  return typeof note === "string" && areReasons && answersThereAre.has(again);
}
