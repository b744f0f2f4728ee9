import { LogError } from "#server/audit-log/errors.ts";
import { toBase64 } from "#server/audit-log/notes/base64.ts";
import {
  type NoteSignature,
  parseNote,
  readSignatureLine,
  signatureLine,
} from "#server/audit-log/notes/note.ts";
import { verifyNote } from "#server/audit-log/notes/verify.ts";
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
  /** The problem in words for an operator. */
  | { readonly kind: "problem" | "unknown-log"; readonly problem: string };

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
    return problem("It does not answer.");
  }
  if (answer.status === 200) return readCosignature(witness, note, answer.text);
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(answer.text)?.[1];
  if (answer.status === 409 && size !== undefined) return { kind: "other-size", size: Number(size) };
  const words = refusals[path][answer.status] ?? `It answered with the unforeseen status ${answer.status}.`;
  return { kind: answer.status === 404 ? "unknown-log" : "problem", problem: words };
}

const refusals: Readonly<Record<"add-checkpoint" | "add-restored", Readonly<Record<number, string>>>> = {
  "add-checkpoint": {
    400: "It could not read what this server sent.",
    403: "It does not know this server’s key: the operator of the witness must set it.",
    404: "It does not know this study’s log: the operator of the witness must set this server’s address and key.",
    409: "It answered in an unknown form.",
    422: "It has seen another history of this study than this server holds. If the database was restored from a backup, tell the operator of the witness. Otherwise the record was changed.",
  },
  "add-restored": {
    400: "It could not read what this server sent.",
    403: "It does not know this server’s key: the operator of the witness must set it.",
    404: "It does not follow a restored log: the operator of the witness must add the log’s new name.",
    409: "It answered in an unknown form.",
    422: "It refuses the restored log: the log does not declare the last checkpoint that this witness cosigned, or it changed what came before.",
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
  return problem("Its answer does not carry its signature.");
}

function problem(words: string): WitnessAnswer {
  return { kind: "problem", problem: words };
}
