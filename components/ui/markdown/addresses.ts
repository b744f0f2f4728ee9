/** Where a link of a text leads; null where it must not lead anywhere. */
export type AddressOf = (href: string) => string | null;

/** Pages of the web and mail. */
export const outsideAddress: AddressOf = (href) => (/^(?:https?:\/\/|mailto:)./i.test(href) ? href : null);

/**
 * Those, places on the same page, and the other pages of docs/, which name each other by their files.
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
