export type Timed = { readonly seconds: number; readonly peaks: readonly number[] };

/** Seconds by the clock, and the largest live heap in bytes of each quarter of them: equal ones show that memory is flat. */
export async function timed(work: () => Promise<void>): Promise<Timed> {
  globalThis.gc?.();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(process.memoryUsage().heapUsed), 20);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(timer);
  const quarter = Math.ceil(samples.length / 4);
  const peaks = [0, 1, 2, 3].map((n) => Math.max(0, ...samples.slice(n * quarter, (n + 1) * quarter)));
  return { seconds, peaks };
}

/** In MiB, for a table. */
export function peakWords(peaks: readonly number[]): string {
  return peaks.map((peak) => (peak / 2 ** 20).toFixed(0)).join(" ");
}
