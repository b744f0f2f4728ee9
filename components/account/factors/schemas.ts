/** The server's own checks, loaded with the first form that is sent. */
export const factorSchemas = () => import("#server/schemas/factors.ts");
