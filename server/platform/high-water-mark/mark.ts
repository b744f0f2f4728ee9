import { z } from "zod";
import { hex64Pattern } from "#server/audit-log/hex.ts";

const count = z.int().min(0);

/** How far a study was once: what any database that is taken for this server's must have reached. */
const markSchema = z.strictObject({
  seq: count,
  head: z.string().regex(hex64Pattern),
  /** The newest round whose opening was about to be written: its link of the seed chain is spoken for. */
  opened: count,
  /** The newest round whose end was about to be written: its link may have been shown. */
  ended: count,
});

/** What has to outlive a restore, and stands in no number. */
const factSchema = z.union([
  z.strictObject({ erased: z.string() }),
  z.strictObject({ checkpoint: z.string(), size: count }),
]);

export type Mark = z.output<typeof markSchema>;
export type Fact = z.output<typeof factSchema>;

/** Facts by kind. */
export type Facts = {
  readonly erased: readonly string[];
  /** The note of the largest checkpoint that was made, with its cosignatures. */
  readonly checkpoint: { readonly note: string; readonly size: number } | null;
};

/** Everything that a study's lines say together; null where there is none. Several servers add lines, in any order. */
export function markIn(text: string): Mark | null {
  return linesIn(text, markSchema).reduce<Mark | null>(
    (mark, line) => ({
      ...(mark === null || line.seq >= mark.seq ? line : mark),
      opened: Math.max(mark?.opened ?? 0, line.opened),
      ended: Math.max(mark?.ended ?? 0, line.ended),
    }),
    null,
  );
}

export function factsIn(text: string): Facts {
  const erased = new Set<string>();
  let checkpoint: Facts["checkpoint"] = null;
  for (const fact of linesIn(text, factSchema)) {
    if ("erased" in fact) erased.add(fact.erased);
    else if (fact.size >= (checkpoint?.size ?? 0)) checkpoint = { note: fact.checkpoint, size: fact.size };
  }
  return { erased: [...erased], checkpoint };
}

/** A line that a power cut tore is none: the next one begins anew. */
function linesIn<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema>[] {
  return text.split("\n").flatMap((line) => {
    const read = schema.safeParse(parsed(line));
    return read.success ? [read.data] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
