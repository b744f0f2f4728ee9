import { pauseBeforeRetry } from "#db/store/pause.ts";
import { isBusy, translateSqlite } from "./errors.ts";

/** The longest wait for another process's lock. */
export const busyLimitMs = 10_000;

/** The longest single pause between two tries: another process's commit takes about this long. */
export const busyPauseMs = 20;

/** Retries an action while another process holds the lock. @throws StoreError "busy" after the limit */
export async function retryWhileBusy<T>(action: () => T, limitMs = busyLimitMs): Promise<T> {
  const from = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() - from > limitMs) throw translateSqlite(error);
      await pauseBeforeRetry(attempt, busyPauseMs);
    }
  }
}
