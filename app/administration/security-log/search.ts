import type { SecurityLogSearch } from "#components/account/security-log/search-form.tsx";

type Params = Readonly<Record<string, string | string[] | undefined>>;

const keys = ["kind", "account", "from", "to"] as const;

/** Reads the search terms from the address. A parameter that is empty or given twice is ignored. */
export function searchIn(params: Params): SecurityLogSearch {
  const entries = keys.flatMap((key) => {
    const value = params[key];
    return typeof value === "string" && value !== "" ? [[key, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Reads `?before=`, the cursor of a page of events. Anything but an event number means the newest page. */
export function beforeEvent(value: string | string[] | undefined): number | undefined {
  return typeof value === "string" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}
