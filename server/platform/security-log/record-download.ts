import type { Downloaded } from "#server/audit-log/security/kinds.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "./record.ts";

/** Records the download of a file, before its first byte is sent. */
export async function recordDownload(
  app: Pick<App, "store" | "now">,
  download: {
    actorId: string;
    studyId?: string | undefined;
    file: Downloaded;
    token?: string;
  },
): Promise<void> {
  const { file, token, ...by } = download;
  await app.store.tx((tx) =>
    recordSecurity(app, tx, {
      ...by,
      kind: "file.downloaded",
      accountId: null,
      detail: { file, ...(token !== undefined && { token }) },
    }),
  );
}
