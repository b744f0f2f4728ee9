import { z } from "zod";
import { toBase64 } from "#server/audit-log/checkpoints/base64.ts";
import {
  type NoteSignature,
  parseNote,
  readSignatureLine,
  signatureLine,
} from "#server/audit-log/checkpoints/note.ts";
import { verifyNote } from "#server/audit-log/checkpoints/verify.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { readShort } from "#server/platform/process/short-answer.ts";
import type { Witness } from "./settings.ts";

const timeoutMs = 10_000;
const longestAnswer = 16_384;

/** A request to a witness: confirm that the tree grew from `oldSize` to the size in the note. */
export type Growth = { readonly oldSize: number; readonly proof: readonly string[]; readonly note: string };

export type WitnessAnswer =
  | { readonly kind: "cosigned"; readonly line: string; readonly at: number }
  /** The witness has another size than the one we named. */
  | { readonly kind: "other-size"; readonly size: number }
  | { readonly kind: "problem" | "unknown-log"; readonly problem: WitnessProblem };

/** Why a witness did not cosign, as the database stores it. */
export const witnessProblemSchema = z.strictObject({
  kind: z.enum([
    ...["silent", "unreadable", "unknownKey", "unknownLog", "notFollowing", "unknownForm"],
    ...["otherHistory", "restoreRefused", "status", "unsigned", "twoSizes", "ahead"],
  ] as const),
  /** The status, or the number of cosigned entries, that the witness answered. */
  answered: z.int().optional(),
  /** The number of entries that this server's checkpoint covers. */
  held: z.int().optional(),
});

export type WitnessProblem = z.infer<typeof witnessProblemSchema>;

/** The `log.restored` entries of a log, with which it asks a witness to follow its new name. */
export type RestoredGrowth = Growth & {
  readonly restores: readonly { readonly entry: string; readonly proof: readonly string[] }[];
};

/** Requests a witness's cosignature (C2SP tlog-witness). Never throws, whatever the witness does. */
export function askWitness(witness: Witness, growth: Growth): Promise<WitnessAnswer> {
  return ask(witness, growth.note, { path: "add-checkpoint", body: requestBody(growth) });
}

/**
 * Requests a witness's first cosignature for a restored log. This request is not part of C2SP: a witness of another
 * program answers 404, and its operator has to add the new name. Never throws, whatever the witness does.
 */
export function askAfterRestore(witness: Witness, growth: RestoredGrowth): Promise<WitnessAnswer> {
  return ask(witness, growth.note, { path: "add-restored", body: JSON.stringify(growth) });
}

async function ask(
  witness: Witness,
  note: string,
  { path, body }: { readonly path: keyof typeof refusals; readonly body: string },
): Promise<WitnessAnswer> {
  let answer: { status: number; text: string };
  try {
    const response = await fetch(`${witness.address}/${path}`, {
      method: "POST",
      headers: { "content-type": "text/plain; charset=utf-8" },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = { status: response.status, text: await readShort(response, longestAnswer) };
  } catch {
    return problem("silent");
  }
  if (answer.status === 200) return readCosignature(witness, note, answer.text);
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(answer.text)?.[1];
  if (answer.status === 409 && size !== undefined) return { kind: "other-size", size: Number(size) };
  const kind = refusals[path][answer.status];
  const refused: WitnessProblem = kind ? { kind } : { kind: "status", answered: answer.status };
  return { kind: answer.status === 404 ? "unknown-log" : "problem", problem: refused };
}

const refusals: Readonly<
  Record<"add-checkpoint" | "add-restored", Readonly<Record<number, WitnessProblem["kind"]>>>
> = {
  "add-checkpoint": {
    400: "unreadable",
    403: "unknownKey",
    404: "unknownLog",
    409: "unknownForm",
    422: "otherHistory",
  },
  "add-restored": {
    400: "unreadable",
    403: "unknownKey",
    404: "notFollowing",
    409: "unknownForm",
    422: "restoreRefused",
  },
};

/**
 * Builds the request body: `old` and size, the proof, an empty line, the note.
 *
 * @internal
 */
export function requestBody({ oldSize, proof, note }: Growth): string {
  const lines = proof.map((hash) => toBase64(Buffer.from(hash, "hex")));
  return `${[`old ${oldSize}`, ...lines].join("\n")}\n\n${note}`;
}

function readCosignature({ verifier }: Witness, note: string, answer: string): WitnessAnswer {
  try {
    const { text } = parseNote(note);
    for (const line of answer.split("\n").filter((one) => one !== "")) {
      const signature: NoteSignature = readSignatureLine(line);
      const [verified] = verifyNote({ text, signatures: [signature] }, [verifier]);
      if (verified?.at != null) return { kind: "cosigned", line: signatureLine(signature), at: verified.at };
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  return problem("unsigned");
}

function problem(kind: WitnessProblem["kind"]): WitnessAnswer {
  return { kind: "problem", problem: { kind } };
}
