import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Document, documentTitle } from "#components/ui/markdown/document.tsx";
import { DocumentNav } from "#components/ui/markdown/document-nav.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { isLogDocument, logDocuments, readLogDocument } from "#server/http/documents.ts";
import { requireRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ name: string }> };

export const metadata: Metadata = { title: "The format of the log" };

export default async function DocumentPage({ params }: Props) {
  await requireRole("signed-in");
  const { name } = await params;
  if (!isLogDocument(name)) notFound();
  const blocks = parseMarkdown(await readLogDocument(name));
  return (
    <Main>
      <PageHead title={documentTitle(blocks) ?? logDocuments[name]} crumb="The format of the log" />
      <DocumentNav pages={logDocuments} present={name} />
      <Document blocks={blocks} pages={Object.keys(logDocuments)} />
    </Main>
  );
}
