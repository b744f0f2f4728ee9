import type { Metadata } from "next";
import type { OpenApi } from "#components/results/rest-api/open-api.ts";
import { OperationList } from "#components/results/rest-api/operation-list.tsx";
import { SchemaList } from "#components/results/rest-api/schema-list.tsx";
import { Document, documentTitle } from "#components/ui/markdown/document.tsx";
import { DocumentNav } from "#components/ui/markdown/document-nav.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { logDocuments, readLogDocument } from "#server/http/documents.ts";
import { requireRole } from "#server/http/pages.ts";
import { programDocument } from "#server/http/programs/document.ts";

export const metadata: Metadata = { title: "For programs" };

/** Readable page of the REST API's OpenAPI document. Programs fetch the document itself from its own address. */
export default async function ProgramsPage() {
  await requireRole("signed-in");
  const blocks = parseMarkdown(await readLogDocument("programs"));
  const document = programDocument() as unknown as OpenApi;
  return (
    <Main>
      <PageHead title={documentTitle(blocks) ?? logDocuments.programs} crumb="Documentation" />
      <DocumentNav pages={logDocuments} present="programs" />
      <Document blocks={blocks} pages={Object.keys(logDocuments)} />
      <div className="mt-10">
        {document.tags.map(({ name }) => (
          <Section key={name} title={name}>
            <OperationList document={document} group={name} />
          </Section>
        ))}
        <Section
          title="What answers hold"
          note="The parts that several answers share, and what every refusal holds."
        >
          <SchemaList document={document} />
        </Section>
      </div>
    </Main>
  );
}
