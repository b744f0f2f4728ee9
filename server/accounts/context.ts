import type { App } from "#server/platform/app/app.ts";

/** The parts of the application that the account services need. */
export type AccountsApp = Pick<App, "store" | "now" | "newId" | "secrets">;
