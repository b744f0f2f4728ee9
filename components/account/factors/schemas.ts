/** Loads the server's own schemas with the first form that is sent. */
export const factorSchemas = () => import("#server/schemas/factors.ts");
