import { isStoreError } from "#db/store/store-error.ts";
import { DomainError, isDomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";

/** After so many seconds the same may be asked again. */
const comeAgainAfter = 1;

/**
 * The refusal an error stands for, if it stands for one. What the data layer cannot do for now is a refusal as well:
 * later it will work. That it is damaged is said as it is, and never as something that passes. Anything else nobody
 * foresaw.
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

/** Whether the data layer could not, whatever it could not. */
export function isStorageTrouble(error: unknown): boolean {
  return isStoreError(error);
}

function storageFull(cause: Error): DomainError {
  const message = "The server cannot store anything at the moment, so nothing was changed. Reading goes on.";
  return new DomainError("storage-full", message, [], { cause });
}

/** A disk on which the kernel found an error turns read-only: it comes back when somebody has mended it, and not before. */
function diskFails(cause: Error, code: "read-only" | "disk-failed"): DomainError {
  logger().error({ err: cause }, "the disk of the database takes no writes");
  const became = code === "read-only" ? "so nothing was changed" : "so this may not have been stored";
  const message = `The disk of the server takes no writes, ${became}. Reading goes on; whoever runs this server has to look at its disk.`;
  return new DomainError("storage-failing", message, [], { cause, retryAfter: comeAgainAfter });
}

/** @param cause what was too much; left out where nothing was tried */
export function busy(cause?: Error): DomainError {
  const message = "The server is busy and nothing was changed. Try again in a moment.";
  return new DomainError("busy", message, [], { cause, retryAfter: comeAgainAfter });
}

/** A commit that was on its way may have arrived: whoever sent it asks again, and hears what became of it. */
function storageAway(cause: Error): DomainError {
  const message =
    "The server cannot reach its database at the moment, and this may not have been stored. Try again in a moment.";
  return new DomainError("storage-away", message, [], { cause, retryAfter: comeAgainAfter });
}

function storageDamaged(cause: Error): DomainError {
  logger().error({ err: cause }, "the database is damaged");
  const message =
    "The server's database is damaged, so this cannot be answered. Trying again will not help: tell whoever runs this server.";
  return new DomainError("storage-damaged", message, [], { cause });
}
