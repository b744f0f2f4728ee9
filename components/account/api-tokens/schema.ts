/** Loads the server's own schema when the form is sent. */
export const tokenSchema = async () => (await import("#server/schemas/tokens.ts")).tokenFormSchema;
