/** In characters. Separate from the schema, so that a page can name the limits without loading the checks. */
export const passwordLength = { min: 15, max: 200 } as const;
