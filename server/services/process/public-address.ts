/** The address people use for a page, for what leaves the browser: never taken from a request, which could lie. */
export function publicAddress(path: string): string {
  return new URL(path, process.env.NEXTAUTH_URL || `http://localhost:${process.env.PORT || 3000}`).href;
}
