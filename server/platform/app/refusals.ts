import { isStoreError } from "#db/store/store-error.ts";
import * as t from "#messages/refusals.ts";
import { DomainError, isDomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";

/** Seconds after which a client may repeat the request. */
const retryAfterSeconds = 1;

/**
 * Converts an error to a refusal. A temporary failure of the data layer is a refusal, because a retry will succeed.
 * Damage is reported as damage and never as temporary. Returns undefined for unexpected errors.
 */
export function refusalOf(error: unknown): DomainError | undefined {
  if (isDomainError(error)) return error;
  if (!isStoreError(error)) return undefined;
  if (error.code === "full") return storageFull(error);
  if (error.code === "read-only" || error.code === "disk-failed") return diskFails(error, error.code);
  if (error.code === "busy") return busy(error);
  if (error.code === "unavailable" || error.code === "closed") return storageAway(error);
  if (error.code === "damaged") return storageDamaged(error);
  return undefined;
}

function storageFull(cause: Error): DomainError {
  return new DomainError("storage-full", t.storageFull(), [], { cause });
}

/** A disk on which the kernel found an error becomes read-only. It stays so until it is repaired. */
function diskFails(cause: Error, code: "read-only" | "disk-failed"): DomainError {
  logger().error({ err: cause }, "the disk of the database takes no writes");
  const message = code === "read-only" ? t.diskReadOnly() : t.diskFailed();
  return new DomainError("storage-failing", message, [], { cause, retryAfter: retryAfterSeconds });
}

/** The refusal of a busy server. @param cause the limit that was exceeded; left out where nothing was tried */
export function busy(cause?: Error): DomainError {
  return new DomainError("busy", t.busy(), [], { cause, retryAfter: retryAfterSeconds });
}

/** A commit in progress may have succeeded. The client repeats the request and gets its result. */
function storageAway(cause: Error): DomainError {
  return new DomainError("storage-away", t.storageAway(), [], { cause, retryAfter: retryAfterSeconds });
}

function storageDamaged(cause: Error): DomainError {
  logger().error({ err: cause }, "the database is damaged");
  return new DomainError("storage-damaged", t.storageDamaged(), [], { cause });
}
