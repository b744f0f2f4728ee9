import { appendOnlyMark } from "#db/schema/guards.ts";
import { uniqueKeys } from "#db/schema/keys.ts";
import { type ConstraintRule, isStoreError, StoreError, type StoreErrorCode } from "#db/store/store-error.ts";

/** Fields of a server error that are used here. */
type ServerError = Error & { code: string; constraint?: string | undefined; table?: string | undefined };

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/**
 * Removes values from an error, such as "Key (email)=(...) already exists" or a statement's parameters: personal data
 * must not be logged.
 */
function withoutValues({ message, stack, code, constraint, table }: ServerError): ServerError {
  const error = Object.assign(new Error(message), { code, constraint, table });
  if (stack !== undefined) error.stack = stack;
  return error;
}

/**
 * Returns whether two transactions conflicted and the server ended one. A retry may succeed.
 */
export function isLostRace(error: unknown): boolean {
  return isServerError(error) && (error.code === "40001" || error.code === "40P01");
}

/** Converts an error of Postgres or its driver into a StoreError. */
export function translatePg(thrown: unknown): StoreError {
  if (isStoreError(thrown)) return thrown;
  if (!isServerError(thrown)) return fromDriver(thrown);
  const error = withoutValues(thrown);
  const rule = rules[error.code];
  if (rule !== undefined) return broken(rule, error);
  if (error.message.startsWith(appendOnlyMark)) {
    const table = error.message.slice(appendOnlyMark.length);
    return new StoreError("append-only", `Rows of ${table} cannot be changed or deleted.`, { cause: error });
  }
  const known = conditions.find(([prefix]) => error.code.startsWith(prefix));
  const [, code, message] = known ?? ["", "statement" as const, "Postgres refused a statement."];
  return new StoreError(code, message, { cause: error });
}

const rules: Readonly<Record<string, ConstraintRule>> = {
  "23505": "unique",
  "23503": "foreign-key",
  "23001": "foreign-key",
  "23514": "check",
  "23502": "not-null",
};

/** SQLSTATE prefixes, then the codes of failed system calls. */
const conditions: readonly (readonly [prefix: string, code: StoreErrorCode, message: string])[] = [
  ["40", "busy", "The transaction conflicted with others too often."],
  ["55P03", "busy", "Another transaction held a lock for too long."],
  ["53100", "full", "The disk of the database server is full. Nothing was changed."],
  ["XX001", "damaged", "The database is damaged."],
  ["XX002", "damaged", "An index of the database is damaged."],
  ["53", "busy", "The database server has no free resources."],
  ["25006", "read-only", "The database server is read-only."],
  ["42501", "read-only", "The database user lacks a permission."],
  ["25P03", "ended-transaction", "The body of a transaction did not end in time."],
  ["3D000", "unavailable", "The database does not exist."],
  ["28", "unavailable", "The database server rejected the user or the password."],
  ["57P", "unavailable", "The database server is stopping or starting."],
  ["58", "disk-failed", "The disk of the database server reported an error."],
  ["08", "unavailable", "The connection to the database server was lost."],
  ["E", "unavailable", "The database server cannot be reached."],
];

/** Converts an error of the driver, which has no code: "Connection terminated unexpectedly", a time-out of the pool. */
function fromDriver(error: unknown): StoreError {
  const said = error instanceof Error ? error.message : "";
  if (said.startsWith("timeout exceeded when trying to connect")) {
    return new StoreError("busy", "All connections to the database were in use for too long.", {
      cause: error,
    });
  }
  if (/connection|terminated|ECONN/i.test(said)) {
    return new StoreError("unavailable", "The connection to the database server was lost.", { cause: error });
  }
  return new StoreError("statement", "The database driver refused a statement.", { cause: error });
}

const indexNames: ReadonlySet<string> = new Set(uniqueKeys.map((key) => key.name));

function broken(rule: ConstraintRule, error: ServerError): StoreError {
  const { constraint: said, table } = error;
  // Generated names of primary keys differ from table to table; here they are `<table>_pk`.
  const constraint = rule === "unique" && said !== undefined && !indexNames.has(said) ? `${table}_pk` : said;
  return new StoreError("constraint", `The constraint ${constraint ?? rule} refused a statement.`, {
    rule,
    cause: error,
    ...(constraint === undefined ? {} : { constraint }),
  });
}
