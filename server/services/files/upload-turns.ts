import { DomainError } from "#server/errors.ts";
import { processWide } from "#server/services/process/process-wide.ts";

/**
 * Files that are received and read at once; each may take 20 MB of memory.
 * @internal
 */
export const uploadTurns = { ofAnAccount: 2, ofTheServer: 8 } as const;

/**
 * Runs what receives and reads a file, unless too many are at it already.
 * @throws DomainError "too-many-attempts" for the account's own files, "busy" for everybody's
 */
export async function inUploadTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const running = processWide("upload-turns", () => new Set<{ accountId: string }>());
  const own = [...running].filter((turn) => turn.accountId === accountId);
  if (own.length >= uploadTurns.ofAnAccount) {
    throw new DomainError(
      "too-many-attempts",
      `${uploadTurns.ofAnAccount} of your files are being read. Wait until one is done, then send this one again.`,
    );
  }
  if (running.size >= uploadTurns.ofTheServer) {
    throw new DomainError(
      "busy",
      "Many files are being read just now. Wait a minute, then send this one again.",
    );
  }
  const turn = { accountId };
  running.add(turn);
  try {
    return await work();
  } finally {
    running.delete(turn);
  }
}
