import { processWide } from "./process-wide.ts";

/**
 * An error of this process as administrators see it. It has no text of the error itself, which could identify a person.
 */
export type RecentError = {
  /** Counted from 1 since the start. */
  readonly nth: number;
  readonly at: number;
  readonly what: string;
  /** The id of the request in the application log; null outside a request. */
  readonly request: string | null;
};

const kept = 20;

/** Returns the recent errors, newest first. */
export function recentErrors(): readonly RecentError[] {
  return errors().list;
}

export function noteError(error: Omit<RecentError, "nth">): void {
  const known = errors();
  known.count += 1;
  known.list = [{ nth: known.count, ...error }, ...known.list].slice(0, kept);
}

function errors(): { count: number; list: RecentError[] } {
  return processWide("recent-errors", () => ({ count: 0, list: [] }));
}
