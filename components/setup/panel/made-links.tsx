"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import * as t from "#messages/setupPanel.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { Outputs } from "#server/http/outputs.ts";

export type Links = Outputs["panel"]["inviteMany"]["links"];

/** Says that links are made: mailed, or to download as a sheet, once. */
export function MadeLinks({ links }: { links: Links }) {
  const count = links.length;
  if (links.every(({ token }) => token === null)) {
    return <Notice tone="good" title={t.manyMailed({ count })} live />;
  }
  return (
    <Notice tone="good" title={t.manyMade({ count })} live>
      {t.manyMadeNote()}
      <span className="mt-3 block">
        <Button onClick={() => saveFile(sheetOf(links), "invitations.csv")}>{t.downloadLinks()}</Button>
      </span>
    </Notice>
  );
}

/** Makes a CSV of addresses and links. */
function sheetOf(links: Links): Blob {
  const rows = links.map(({ email, token }) => csvLine([email, `${location.origin}/invitation/${token}`]));
  return new Blob([csvLine(["email", t.linkColumn()]), ...rows], { type: "text/csv" });
}
