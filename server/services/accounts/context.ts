import type { App } from "../app.ts";

/** What the account services need of the application. */
export type AccountsApp = Pick<App, "store" | "now" | "newId">;
