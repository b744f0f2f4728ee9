/** Returns the target of a link in a text; null if it must not be a link. */
export type AddressOf = (href: string) => string | null;

/** Accepts web pages and mail addresses. */
export const outsideAddress: AddressOf = (href) => (/^(?:https?:\/\/|mailto:)./i.test(href) ? href : null);

const root = "https://docs.invalid/docs/";

/**
 * Accepts web pages, mail addresses, places on the same page, and the other files of docs/, to which documents link by
 * relative paths.
 *
 * @param file the document's path in docs/
 * @param addresses of all files of docs/, by their paths there
 */
export function addressIn(file: string, addresses: ReadonlyMap<string, string>): AddressOf {
  return (href) => {
    if (href.startsWith("#")) return href;
    const target = URL.parse(href, root + file);
    const path = target?.href.startsWith(root) ? target.pathname.slice("/docs/".length) : "";
    const address = addresses.get(path);
    return address === undefined ? outsideAddress(href) : address + (target?.hash ?? "");
  };
}
