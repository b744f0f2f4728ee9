/** The server's own checks, loaded with the first form that is sent. */
export const accountSchemas = () => import("#server/schemas/accounts.ts");
