const forms: readonly RegExp[] = [
  // Without an option it fails after one second.
  /\bvi\.(waitFor|waitUntil)\(/,
  /\b(testTimeout|hookTimeout):/,
  /[{ ]timeout: [\d_]{3,}/,
  // The last argument of a test or a hook.
  /^\s*\}, [\d_]{4,}\);$/,
  /^\s+[\d_]{6,}( [*+] .*)?,$/,
];

/** Finds time limits of single tests, by line. A busy machine exceeds any of them. */
export function timeLimits(file: string, source: string): string[] {
  return source
    .split("\n")
    .flatMap((line, index) =>
      forms.some((form) => form.test(line))
        ? [
            `${file}:${index + 1} sets a time limit. Instead: bound the work by a count, wait with expect.poll; vitest.config.ts has the one limit, against hanging`,
          ]
        : [],
    );
}
