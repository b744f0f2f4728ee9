import type { App } from "#server/services/app/app.ts";

/** What the account services need of the application. */
export type AccountsApp = Pick<App, "store" | "now" | "newId" | "secrets">;
