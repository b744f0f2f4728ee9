/** The closed list of errors in a record, or in a call that makes one. */
export type LogErrorCode =
  | "not-plain-json"
  | "number-outside"
  | "lone-surrogate"
  | "too-deep"
  | "not-json"
  | "not-canonical"
  | "not-hex"
  | "not-cells"
  | "range"
  | "verdict-order"
  | "verdict-pair"
  | "verdict-tolerance"
  | "unknown-version"
  | "unknown-type"
  | "entry-shape"
  | "body-shape"
  | "not-first"
  | "time-goes-back"
  | "entry-missing"
  | "person-erased"
  | "base64"
  | "rule-list"
  | "key-shape"
  | "note-shape"
  | "note-signature"
  | "checkpoint-shape"
  | "checkpoint-differs"
  | "checkpoint-origin"
  | "checkpoint-unsigned"
  | "closing-other"
  | "receipt-shape"
  | "receipt-entry"
  | "receipt-ballot"
  | "receipt-signature";

/** Thrown for a forged record or a bug of the caller. Never repair either silently. */
export class LogError extends Error {
  override readonly name = "LogError";
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Returns the result of a function that reads possibly forged texts; null if it throws a LogError.
 *
 * @throws errors of `read` other than LogError
 */
export function ifReadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}
