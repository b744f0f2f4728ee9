/** The server's own checks, loaded with the form that is sent. */
export const tokenSchema = async () => (await import("#server/schemas/tokens.ts")).tokenFormSchema;
