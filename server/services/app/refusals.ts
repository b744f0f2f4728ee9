import { isStoreError } from "#db/store/store-error.ts";
import { DomainError, isDomainError } from "#server/errors.ts";

/**
 * The refusal an error stands for, if it stands for one. What the data layer cannot do for now is a refusal as well:
 * nothing was changed, and later it will work. Anything else nobody foresaw.
 */
export function refusalOf(error: unknown): DomainError | undefined {
  if (isDomainError(error)) return error;
  if (!isStoreError(error)) return undefined;
  if (error.code === "full" || error.code === "read-only") return storageFull(error);
  if (error.code === "busy" || error.code === "unavailable") return busy(error);
  return undefined;
}

function storageFull(cause: Error): DomainError {
  const message = "The server cannot store anything at the moment, so nothing was changed. Reading goes on.";
  return new DomainError("storage-full", message, [], { cause });
}

function busy(cause: Error): DomainError {
  const message = "The server is busy and nothing was changed. Try again in a moment.";
  return new DomainError("busy", message, [], { cause });
}
