import { Bar } from "#components/ui/bar.tsx";
import * as t from "#messages/controls.ts";

/** Progress of long work that can be counted. */
export function ProgressBar({ done, total, what }: { done: number; total: number; what: string }) {
  return <Bar label={what} done={done} total={total} words={t.progressOf({ done, total, what })} isReadOut />;
}
