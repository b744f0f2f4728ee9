/** The proxy notes here which page was asked for, so that signing in can lead back to it. */
export const pathHeader = "x-evenhand-path";

/** A path of this server, or the front page: never another site. */
export function safeReturnPath(path: string | null | undefined): string {
  const base = "http://here.invalid";
  if (!path?.startsWith("/") || !URL.canParse(path, base)) return "/";
  const url = new URL(path, base);
  const isHere = url.origin === base && !url.pathname.startsWith("/sign-in");
  return isHere ? url.pathname + url.search : "/";
}
