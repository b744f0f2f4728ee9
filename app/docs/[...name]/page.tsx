import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Document, documentTitle } from "#components/ui/markdown/document.tsx";
import { DocumentHead } from "#components/ui/markdown/document-head.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import { Main } from "#components/ui/page.tsx";
import { documentAddresses, findDocument, languageOf, readDocument } from "#server/http/documents.ts";
import { currentViewer } from "#server/http/pages.ts";
import { locale } from "#server/locale.ts";

type Props = PageProps<"/docs/[...name]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: (await readPage(name.join("/"))).title };
}

/** A file of docs/, for anyone. The help pages are in the reader's language, all others in English. */
export default async function DocumentPage({ params }: Props) {
  // Finds the viewer's language, before the first text.
  await currentViewer();
  const { name } = await params;
  const { file, title, blocks } = await readPage(name.join("/"));
  const language = languageOf(file);
  return (
    <Main>
      <DocumentHead title={title} language={language} />
      <Document blocks={blocks} file={file} addresses={documentAddresses()} language={language} />
    </Main>
  );
}

const readPage = cache(async (name: string) => {
  await currentViewer();
  const file = findDocument(name, locale());
  if (file === undefined) notFound();
  const blocks = parseMarkdown(await readDocument(file));
  return { file, blocks, title: documentTitle(blocks) ?? file };
});
