import { invitationRefSchema } from "#server/schemas/accounts.ts";
import { idSchema } from "#server/schemas/ids.ts";

type Params = Record<string, string | string[] | undefined>;

/** What is looked for by `?search=`, cut to what may be asked; nothing but one text counts. */
export function searchIn({ search }: Params): string {
  return typeof search === "string" && search.isWellFormed()
    ? search.replaceAll("\0", "").trim().slice(0, 200)
    : "";
}

/** The id in a cursor of an address; anything else means the first page. */
export function idIn(value: string | string[] | undefined): string | undefined {
  return idSchema.safeParse(value).data;
}

/** The hash in one. */
export function hashIn(value: string | string[] | undefined): string | undefined {
  return invitationRefSchema.shape.ref.safeParse(value).data;
}

/** The address of a page of a list; whatever is empty is left out. */
export function listAddress(address: string, params: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`;
}
