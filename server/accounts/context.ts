import type { App } from "#server/platform/app/app.ts";

/** What the account services need of the application. */
export type AccountsApp = Pick<App, "store" | "now" | "newId" | "secrets">;
