/** Failures of the data layer itself. Refusals by the product's rules are a DomainError, elsewhere. */
export type StoreErrorCode =
  /** Other transactions held the lock, or all connections, beyond the stated limit. Try again later. */
  | "busy"
  /** The disk or the quota is full. Nothing was changed; reads still work. */
  | "full"
  /** The file, its folder or the server refuses writes. */
  | "read-only"
  /** A disk operation failed, for example because the disk turned read-only. It is unknown whether a commit happened. */
  | "disk-failed"
  /** The database cannot be reached, or its file cannot be opened. */
  | "unavailable"
  /** The file is corrupt. Trying again does not help. */
  | "damaged"
  | "closed"
  /** Written by a later version of this program. */
  | "newer-database"
  /** A migration was edited after it ran here, or the tables no longer fit the migrations. */
  | "foreign-schema"
  /** A guard of an append-only table is missing or altered. */
  | "guards-missing"
  /** The engine would confirm commits before the data is on the disk. */
  | "not-durable"
  | "nested-transaction"
  /** A Tx or Reader was used after its body had ended, or its body did not end in time. */
  | "ended-transaction"
  /** An update, a delete or a truncate on an append-only table. */
  | "append-only"
  /** A unique, foreign key, check or not-null constraint. `rule` is its kind, `constraint` its name if the engine gives it. */
  | "constraint"
  /** The engine refused a statement for another reason: a defect of this program. */
  | "statement";

export type ConstraintRule = "unique" | "foreign-key" | "check" | "not-null";

type Details = { cause?: unknown; rule?: ConstraintRule; constraint?: string };

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  readonly rule: ConstraintRule | undefined;
  /** Schema name of an index, key or check, the same on both engines; a primary key is `<table>_pk`. */
  readonly constraint: string | undefined;

  constructor(code: StoreErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.rule = details.rule;
    this.constraint = details.constraint;
  }
}

/**
 * Compares by name, not by class: a bundler may include this module twice, and then `instanceof` fails across copies.
 */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === "StoreError" && "code" in error;
}
