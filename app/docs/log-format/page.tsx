import type { Metadata } from "next";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Document } from "#components/watching/document.tsx";
import { readLogFormat } from "#server/api/documents.ts";
import { requireRole } from "#server/api/pages.ts";

export const metadata: Metadata = { title: "The format of the log" };

export default async function LogFormatPage() {
  await requireRole("signed-in");
  return (
    <Main>
      <PageHead title="The log, format 1" />
      <Document source={await readLogFormat()} />
    </Main>
  );
}
