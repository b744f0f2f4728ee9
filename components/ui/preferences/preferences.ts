/** Cookies with preferences of the browser. Neither identifies a user. */
export const preferences = { theme: "evenhand-theme", zone: "evenhand-zone" } as const;

const YEAR_SECONDS = 31_536_000;

export function savePreference(name: keyof typeof preferences, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${preferences[name]}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

export function themeOf(cookie: string | undefined): "light" | "dark" | undefined {
  return cookie === "light" || cookie === "dark" ? cookie : undefined;
}

/** Returns a time zone that the server supports, or UTC. */
export function zoneOf(cookie: string | undefined): string {
  if (cookie === undefined) return "UTC";
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: decodeURIComponent(cookie) }).resolvedOptions()
      .timeZone;
  } catch {
    return "UTC";
  }
}
