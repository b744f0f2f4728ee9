/**
 * Reads the first requested byte of a file from `Range: bytes=N-`; 0 for the whole file, also for any other range,
 * which RFC 9110 allows.
 */
export function beginOf(headers: Headers): number {
  const [, begin] = /^bytes=(\d{1,15})-$/.exec(headers.get("range") ?? "") ?? [];
  return Number(begin ?? 0);
}
