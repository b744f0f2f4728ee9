import { LogError } from "../errors.ts";

/** Standard base64 with padding, as signed notes write bytes. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Returns the bytes of a text that {@link toBase64} could have written. @throws LogError "base64" for any other text
 */
export function fromBase64(text: string): Uint8Array {
  const bytes = Uint8Array.from(decoded(text), (character) => character.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new LogError("base64", "not standard base64");
  return bytes;
}

function decoded(text: string): string {
  try {
    return atob(text);
  } catch (cause) {
    throw new LogError("base64", "not base64", { cause });
  }
}
