import type { Asked } from "#components/account/security-log/search-form.tsx";

type Params = Readonly<Record<string, string | string[] | undefined>>;

const keys = ["kind", "account", "from", "to"] as const;

/** What the address looks for; what stands there twice or is empty is not looked for. */
export function searchIn(params: Params): Asked {
  const asked = keys.flatMap((key) => {
    const value = params[key];
    return typeof value === "string" && value !== "" ? [[key, value]] : [];
  });
  return Object.fromEntries(asked);
}

/** The `?before=` of a page of events; anything but the number of an event means the newest page. */
export function beforeEvent(value: string | string[] | undefined): number | undefined {
  return typeof value === "string" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}
