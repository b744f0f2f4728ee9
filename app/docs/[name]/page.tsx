import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Document, titleOf } from "#components/markdown/document.tsx";
import { parseMarkdown } from "#components/markdown/parse.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { isLogDocument, logDocuments, readLogDocument } from "#server/api/documents.ts";
import { requireRole } from "#server/api/pages.ts";

type Props = { params: Promise<{ name: string }> };

export const metadata: Metadata = { title: "The format of the log" };

export default async function DocumentPage({ params }: Props) {
  await requireRole("signed-in");
  const { name } = await params;
  if (!isLogDocument(name)) notFound();
  const blocks = parseMarkdown(await readLogDocument(name));
  return (
    <Main>
      <PageHead title={titleOf(blocks) ?? logDocuments[name]} crumb="The format of the log" />
      <nav aria-label="Pages of the format" className="mb-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {Object.entries(logDocuments).map(([page, title]) => (
            <li key={page}>
              {page === name ? (
                <span aria-current="page" className="inline-block py-1 font-[560]">
                  {title}
                </span>
              ) : (
                <Link href={`/docs/${page}`} className="inline-block py-1">
                  {title}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <Document blocks={blocks} pages={Object.keys(logDocuments)} />
    </Main>
  );
}
