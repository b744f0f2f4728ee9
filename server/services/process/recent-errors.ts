import { processWide } from "./process-wide.ts";

/** An error of this process, as an administrator may see it: no text of the error itself, which could name anybody. */
export type RecentError = {
  readonly at: number;
  readonly what: string;
  /** To be found again in the server's log; null outside a request. */
  readonly request: string | null;
};

const kept = 20;

/** The newest first. */
export function recentErrors(): readonly RecentError[] {
  return errors().list;
}

export function noteError(error: RecentError): void {
  const known = errors();
  known.list = [error, ...known.list].slice(0, kept);
}

function errors(): { list: RecentError[] } {
  return processWide("recent-errors", () => ({ list: [] }));
}
