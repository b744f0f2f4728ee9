import { beforeRoundSchema } from "#server/schemas/rounds.ts";

/** Reads `?before=`, the cursor of a page of rounds. Anything but a round number means the newest page. */
export function pageBefore(value: string | string[] | undefined): number | undefined {
  if (typeof value !== "string" || !/^[1-9]\d*$/.test(value)) return undefined;
  return beforeRoundSchema.safeParse(Number(value)).data;
}

/** Builds the address of a page of rounds, the inverse of reading `?before=`. `address` may name a section. */
export function addressBefore(address: string, before: number | null, newest: number): string | null {
  if (before === null) return null;
  if (before > newest) return address;
  const [path, section] = address.split("#");
  return `${path}?before=${before}${section === undefined ? "" : `#${section}`}`;
}
