import type { Metadata } from "next";
import { Document, titleOf } from "#components/markdown/document.tsx";
import { DocumentNav } from "#components/markdown/document-nav.tsx";
import { parseMarkdown } from "#components/markdown/parse.ts";
import type { OpenApi } from "#components/programs/open-api.ts";
import { OperationList } from "#components/programs/operation-list.tsx";
import { SchemaList } from "#components/programs/schema-list.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { logDocuments, readLogDocument } from "#server/api/documents.ts";
import { requireRole } from "#server/api/pages.ts";
import { programDocument } from "#server/api/programs/document.ts";

export const metadata: Metadata = { title: "For programs" };

/** The document of the interface, which its own address gives to machines, for people. */
export default async function ProgramsPage() {
  await requireRole("signed-in");
  const blocks = parseMarkdown(await readLogDocument("programs"));
  const document = programDocument() as unknown as OpenApi;
  return (
    <Main>
      <PageHead title={titleOf(blocks) ?? logDocuments.programs} crumb="Documentation" />
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
