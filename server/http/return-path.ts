/** Header in which the proxy puts the requested page's path, so that signing in can lead back to it. */
export const pathHeader = "x-evenhand-path";

const base = "http://here.invalid";

/** Returns a path of this server, or the front page: never another site. */
export function safeReturnPath(path: string | null | undefined): string {
  const url = path?.startsWith("/") ? pageHere(path) : undefined;
  if (url === undefined || url.pathname.startsWith("/sign-in")) return "/";
  const back = url.pathname + url.search + url.hash;
  // Parsed once more as the browser will: what is left of "/.//evil.example" is "//evil.example", another site.
  return pageHere(back)?.href === url.href ? back : "/";
}

/** Resolves an address as a browser on one of our pages would; undefined if it leads elsewhere or nowhere. */
function pageHere(address: string): URL | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  return url.origin === base ? url : undefined;
}
