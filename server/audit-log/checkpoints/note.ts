import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { LogError } from "../errors.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { asKeyName } from "./keys.ts";

/** One signature line below a note. */
export type NoteSignature = {
  readonly name: string;
  /** Four bytes in hex. */
  readonly keyId: string;
  readonly bytes: Uint8Array;
};

/** A text and its signatures, none of which has been checked yet. */
export type SignedNote = {
  /** Ends with LF: exactly the signed text. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

/** C2SP asks for a bound on both, and for at least 16 signatures to be accepted. */
const maxNoteLength = 100_000;
const maxSignatures = 100;

const signaturePattern = /^\u2014 (\S+) (\S+)$/u;

/**
 * Reads a C2SP signed note: a text, an empty line, and one or more signature lines.
 *
 * @throws LogError "note-shape"
 */
export function parseNote(note: string): SignedNote {
  if (note.length > maxNoteLength) throw broken("it is too long");
  if (!note.isWellFormed() || hasControls(note)) throw broken("it contains invalid characters");
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) throw broken("an empty line and signatures must follow its text");
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > maxSignatures) throw broken(`it has more than ${maxSignatures} signatures`);
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignatureLine) };
}

/** One signature line without its LF. @throws LogError "note-shape" */
export function readSignatureLine(line: string): NoteSignature {
  const [, name, encoded] = signaturePattern.exec(line) ?? [];
  // Stryker disable next-line LogicalOperator: the pattern finds both parts or neither
  if (name === undefined || encoded === undefined) throw broken("a line is not a signature");
  try {
    const bytes = fromBase64(encoded);
    if (bytes.length < 5) throw broken("a signature is too short");
    return { name: asKeyName(name), keyId: bytesToHex(bytes.slice(0, 4)), bytes: bytes.slice(4) };
  } catch (cause) {
    throw cause instanceof LogError && cause.code !== "note-shape" ? broken(cause.message) : cause;
  }
}

/** Returns the line of a signature, with its LF. */
export function signatureLine({ name, keyId, bytes }: NoteSignature): string {
  return `\u2014 ${name} ${toBase64(concatBytes(hexToBytes(keyId), bytes))}\n`;
}

/** Returns the note as a text. */
export function noteText({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureLine).join("")}`;
}

function hasControls(text: string): boolean {
  return /[^\P{Cc}\n]/u.test(text);
}

function broken(why: string): LogError {
  return new LogError("note-shape", `not a signed note: ${why}`);
}
