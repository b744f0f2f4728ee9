import { beforeRoundSchema } from "#server/schemas/rounds.ts";

/** Reads `?before=`, the cursor of a page of rounds. Anything but a round number means the newest page. */
export function pageBefore(value: string | string[] | undefined): number | undefined {
  if (typeof value !== "string" || !/^[1-9]\d*$/.test(value)) return undefined;
  return beforeRoundSchema.safeParse(Number(value)).data;
}

/** Builds the address of a page of rounds, at a section of `address`. The inverse of reading `?before=`. */
export function addressBefore(address: string, before: number | null, newest: number): string | null {
  if (before === null) return null;
  return before > newest ? address : address.replace("#", `?before=${before}#`);
}
