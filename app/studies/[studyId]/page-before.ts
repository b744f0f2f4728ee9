import { beforeRoundSchema } from "#server/schemas/rounds.ts";

/** The `?before=` of a page of rounds; anything but a number of a round means the newest page. */
export function pageBefore(value: string | string[] | undefined): number | undefined {
  if (typeof value !== "string" || !/^[1-9]\d*$/.test(value)) return undefined;
  return beforeRoundSchema.safeParse(Number(value)).data;
}

/** The other way round: where a page of rounds is, at a section of `address`. */
export function addressBefore(address: string, before: number | null, newest: number): string | null {
  if (before === null) return null;
  return before > newest ? address : address.replace("#", `?before=${before}#`);
}
