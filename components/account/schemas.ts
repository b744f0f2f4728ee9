/** Loads the server's own schemas with the first form that is sent. */
export const accountSchemas = () => import("#server/schemas/accounts.ts");
