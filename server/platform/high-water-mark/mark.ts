import { z } from "zod";
import { type LostClosing, lostClosingSchema } from "#server/audit-log/beacon-chain.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { parseJson } from "#server/platform/process/parse-json.ts";

const count = z.int().min(0);

/** The furthest known point of a study, which this server's database must have reached. */
const markSchema = z.strictObject({
  seq: count,
  head: z.string().regex(hex64Pattern),
  /** The newest round that was about to be opened: its link of the seed tree is reserved. */
  opened: count,
  /** Rounds up to `opened` whose links were certainly not published: they are open, and none was about to end. */
  unended: z.array(count),
});

/** Facts that must survive a restore and are not numbers. */
const factSchema = z.union([
  z.strictObject({ erased: z.string() }),
  z.strictObject({ checkpoint: z.string(), size: count }),
  z.strictObject({ lostClosing: lostClosingSchema }),
]);

export type Mark = z.output<typeof markSchema>;
export type Fact = z.output<typeof factSchema>;

/** The facts of a study by kind. */
export type Facts = {
  readonly erased: readonly string[];
  /** The note of the largest checkpoint under each name of the log, with its cosignatures. */
  readonly checkpoints: ReadonlyMap<string, string>;
  /** Rounds that were frozen, each with the cosigned checkpoint that shows which public number it named. */
  readonly closings: readonly LostClosing[];
};

/** Combines all lines of a study into one mark; null if there are none. Several servers append lines, in any order. */
export function markIn(text: string): Mark | null {
  return linesIn(text, markSchema).reduce<Mark | null>(
    (mark, line) => (mark === null ? line : combined(mark, line)),
    null,
  );
}

function combined(a: Mark, b: Mark): Mark {
  const isUnended = (round: number) => !isSpent(a, round) && !isSpent(b, round);
  return {
    ...(b.seq >= a.seq ? b : a),
    opened: Math.max(a.opened, b.opened),
    unended: [...new Set([...a.unended, ...b.unended])].filter(isUnended),
  };
}

/** Whether the link of a round may have been published by the time of a mark. */
export function isSpent({ opened, unended }: Mark, round: number): boolean {
  return round <= opened && !unended.includes(round);
}

export function factsIn(text: string): Facts {
  const erased = new Set<string>();
  const largest = new Map<string, { readonly note: string; readonly size: number }>();
  const closings: LostClosing[] = [];
  for (const fact of linesIn(text, factSchema)) {
    if ("erased" in fact) erased.add(fact.erased);
    else if ("lostClosing" in fact) closings.push(fact.lostClosing);
    else {
      const { checkpoint: note, size } = fact;
      const origin = note.slice(0, note.indexOf("\n"));
      if (size >= (largest.get(origin)?.size ?? 0)) largest.set(origin, { note, size });
    }
  }
  const checkpoints = new Map([...largest].map(([origin, { note }]) => [origin, note]));
  return { erased: [...erased], checkpoints, closings };
}

/** Parses the lines of a file. It skips a line that a power cut left incomplete; the next write starts a new line. */
function linesIn<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema>[] {
  return text.split("\n").flatMap((line) => {
    const read = schema.safeParse(parseJson(line));
    return read.success ? [read.data] : [];
  });
}
