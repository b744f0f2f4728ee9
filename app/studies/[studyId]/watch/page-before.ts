/** The `?before=` of a page of rounds; anything but a number of a round means the newest page. */
export function pageBefore(value: string | string[] | undefined): number | undefined {
  if (typeof value !== "string" || !/^[1-9]\d{0,4}$/.test(value)) return undefined;
  return Math.min(Number(value), 65_537);
}
