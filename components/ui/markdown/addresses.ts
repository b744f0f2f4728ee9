/** Returns the target of a link in a text; null if it must not be a link. */
export type AddressOf = (href: string) => string | null;

/** Accepts web pages and mail addresses. */
export const outsideAddress: AddressOf = (href) => (/^(?:https?:\/\/|mailto:)./i.test(href) ? href : null);

/**
 * Accepts web pages, mail addresses, places on the same page, and the other pages of docs/, which link to each other
 * by file name.
 *
 * @param pages the names of the pages that can be read here
 */
export function addressAmong(pages: readonly string[]): AddressOf {
  return (href) => {
    if (href.startsWith("#")) return href;
    const [, page = "", place = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
    return pages.includes(page) ? `/docs/${page}${place}` : outsideAddress(href);
  };
}
