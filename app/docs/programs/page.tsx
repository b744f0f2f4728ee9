import type { Metadata } from "next";
import { type OpenApi, tryableCalls } from "#components/results/rest-api/open-api.ts";
import { OperationList } from "#components/results/rest-api/operation-list.tsx";
import { SchemaList } from "#components/results/rest-api/schema-list.tsx";
import { TryCall } from "#components/results/rest-api/try-call.tsx";
import { Document } from "#components/ui/markdown/document.tsx";
import { DocumentHead } from "#components/ui/markdown/document-head.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import { Main } from "#components/ui/page.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/tryCall.ts";
import { documentAddresses, readDocument } from "#server/http/documents.ts";
import { programDocument } from "#server/http/rest/document.ts";

const title = "For programs";

export const metadata: Metadata = { title };

/** Readable page of the REST API's OpenAPI document. Programs fetch the document itself from its own address. */
export default async function ProgramsPage() {
  const file = "programs.md";
  const blocks = parseMarkdown(await readDocument(file));
  const document = programDocument() as unknown as OpenApi;
  return (
    <Main>
      <DocumentHead title={title} language="en" />
      <Document blocks={blocks} file={file} addresses={documentAddresses()} language="en" />
      <div className="mt-10">
        <Section title={t.title()} note={t.note()}>
          <Sheet>
            <SheetBody>
              <TryCall calls={tryableCalls(document)} />
            </SheetBody>
          </Sheet>
        </Section>
      </div>
      <div className="mt-10" lang="en">
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
