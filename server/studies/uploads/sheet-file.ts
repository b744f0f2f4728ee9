import type { App } from "#server/platform/app/app.ts";
import type { SheetRows } from "#server/study/files/reading/sheet-rows.ts";
import { acceptedOf } from "./stored-file.ts";
import type { WaitingUpload } from "./waiting-file.ts";

/** Reads the rows of a sheet and keeps nothing. @throws DomainError "bad-input" if it is too long or cannot be read */
export async function readSheet(app: App, { bytes, format = {} }: WaitingUpload): Promise<SheetRows> {
  return acceptedOf(await app.pool.run("readSheetRows", { bytes, format }));
}
