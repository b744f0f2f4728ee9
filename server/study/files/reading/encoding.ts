import * as t from "#messages/fileProblems.ts";
import { byteLimit, listByteLimit } from "#server/study/file-limits.ts";
import type { Encoding, FormatGuess } from "#server/study/reading.ts";
import { refuse } from "../limits.ts";

export type DecodedFile = {
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasByteOrderMark: boolean;
  /** A guess that the operator should check; null if nothing was guessed. */
  readonly guess: FormatGuess | null;
};

/**
 * Decodes the bytes of a file: by its byte order mark, else as UTF-8, else as windows-1252 (which contains Latin-1).
 *
 * @param chosen the operator's correction of the guess
 * @param limit the most bytes: of a list of rules it may have more
 * @throws DomainError "bad-input" if the file is empty, too large or not a text in that encoding
 */
export function decodeFile(bytes: Uint8Array, chosen?: Encoding, limit = byteLimit): DecodedFile {
  refuseSize(bytes, limit);
  // Excel, OpenDocument and zip files have the same first bytes.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) {
    refuse({ message: t.spreadsheet() });
  }
  const mark = marks.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
  const decoded = chosen === undefined ? guess(bytes, mark?.encoding) : decodeAs(bytes, chosen);
  refuseNul(decoded.text);
  return { ...decoded, hasByteOrderMark: mark?.encoding === decoded.encoding };
}

const marks: readonly { readonly encoding: Encoding; readonly start: readonly number[] }[] = [
  { encoding: "utf-8", start: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", start: [0xff, 0xfe] },
  { encoding: "utf-16be", start: [0xfe, 0xff] },
];

/** @throws DomainError "bad-input" if the file is empty or too large */
export function refuseSize(bytes: Uint8Array, limit = byteLimit): void {
  if (bytes.length === 0) {
    refuse({ message: t.empty() });
  }
  if (bytes.length > limit) {
    refuse({ message: t.tooLarge({ size: bytes.length, limit, isList: limit === listByteLimit }) });
  }
}

function guess(bytes: Uint8Array, marked: Encoding | undefined): Omit<DecodedFile, "hasByteOrderMark"> {
  if (marked !== undefined) {
    return decodeAs(bytes, marked);
  }
  const text = decoded(bytes, "utf-8");
  if (text !== null) {
    return { text, encoding: "utf-8", guess: null };
  }
  return { ...decodeAs(bytes, "windows-1252"), guess: "notUtf8" };
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): Omit<DecodedFile, "hasByteOrderMark"> {
  const text = decoded(bytes, encoding);
  if (text === null) {
    refuse({ message: t.notEncoded({ encoding: encoding.toUpperCase() }) });
  }
  return { text, encoding, guess: null };
}

/** Returns the text without its byte order mark, or null where the bytes are invalid in the encoding. */
function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) {
      return null;
    }
    throw error;
  }
}

function refuseNul(text: string): void {
  const position = text.indexOf("\0");
  if (position < 0) {
    return;
  }
  const line = text.slice(0, position).split(/\r\n|\n|\r/).length;
  refuse({ row: line, message: t.nul({ line }) });
}
