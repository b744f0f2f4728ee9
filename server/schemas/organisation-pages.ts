/** The texts that have a page of their own, in the order of their links. */
export const organisationPages = ["imprint", "privacy", "accessibility"] as const;

export type OrganisationPage = (typeof organisationPages)[number];

/** Bytes of the largest logo. */
export const maxLogoBytes = 48 * 1024;
