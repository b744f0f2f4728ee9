import { Bar } from "#components/ui/bar.tsx";

/** Progress of long work that can be counted. */
export function ProgressBar({ done, total, what }: { done: number; total: number; what: string }) {
  const words =
    total === 0
      ? "Reading the file"
      : `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} ${what}`;
  return <Bar label={what} done={done} total={total} words={words} isReadOut />;
}
