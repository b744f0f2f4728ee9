import type { Metadata } from "next";
import { FieldTable } from "#components/results/rest-api/field-table.tsx";
import {
  apiFieldRows,
  type Content,
  type OpenApi,
  type OpenApiOperation,
  type Parameter,
  partOf,
  tryableCalls,
  typeWords,
} from "#components/results/rest-api/open-api.ts";
import { SchemaList } from "#components/results/rest-api/schema-list.tsx";
import { TryCall } from "#components/results/rest-api/try-call.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Document } from "#components/ui/markdown/document.tsx";
import { DocumentHead } from "#components/ui/markdown/document-head.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import { Main } from "#components/ui/page.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Tag } from "#components/ui/tag.tsx";
import * as t from "#messages/tryCall.ts";
import { documentAddresses, readDocument } from "#server/http/documents.ts";
import { currentViewer } from "#server/http/pages.ts";
import { programDocument } from "#server/http/rest/document.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";

const title = "For programs";

export const metadata: Metadata = { title };

/** Readable page of the REST API's OpenAPI document. Programs fetch the document itself from its own address. */
export default async function ProgramsPage() {
  // Finds the viewer's language, before the first text.
  await currentViewer();
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

/** All operations of one group. */
function OperationList({ document, group }: { document: OpenApi; group: string }) {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(group) ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  );
  return (
    <Sheet ruled>
      {entries.map((entry) => (
        <Entry key={entry.operation.operationId} {...entry} />
      ))}
    </Sheet>
  );
}

const asks: Readonly<Record<Scope, string>> = {
  read: "every token",
  features: "token with features",
  outcomes: "token with outcomes",
  operate: "token that may run the study",
  drafts: "token that may set up studies",
  members: "token that may invite people",
};

type EntryProps = { path: string; method: string; operation: OpenApiOperation };

function Entry({ path, method, operation }: EntryProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const answer = Object.entries(responses).find(([status]) => status.startsWith("2"));
  return (
    <SheetBody id={operationId} className="grid gap-2 border-t border-hair first:border-t-0">
      <h3>{summary}</h3>
      <p className="font-mono text-sm break-all">
        {method} /api/v1{path}
      </p>
      <p className="max-w-measure text-sm text-ink-2">{description}</p>
      <p>
        <Tag>{asks[operation.security[0].token[0]]}</Tag>
      </p>
      <Fold label="What it takes and answers" isLazy>
        <div className="grid gap-5">
          {parameters.length > 0 && (
            <FieldTable caption={`Parameters of ${operationId}`} rows={parameters.map(parameterRow)} />
          )}
          {requestBody && <Body title="Body" of={operationId} content={requestBody.content} />}
          {answer && (
            <Body title={`Answer, ${answer[0]}`} of={operationId} content={answer[1].content ?? {}} />
          )}
        </div>
      </Fold>
    </SheetBody>
  );
}

function parameterRow({ name, in: place, required = false, description, schema }: Parameter) {
  return {
    name: place === "header" ? `${name} (header)` : name,
    type: typeWords(schema),
    part: null,
    about: description ?? schema.description ?? "",
    isRequired: required,
  };
}

function Body({ title, of, content }: { title: string; of: string; content: Content }) {
  const [first] = Object.entries(content);
  if (first === undefined) return null;
  const [, { schema }] = first;
  const part = partOf(schema);
  const rows = apiFieldRows(schema);
  const types = Object.keys(content).join(", ");
  return (
    <div className="grid gap-1">
      <h4 className="text-sm font-[560]">{title}</h4>
      <p className="text-sm text-ink-2">
        {types}
        {part !== null && (
          <>
            : <a href={`#${part}`}>{typeWords(schema)}</a>
          </>
        )}
      </p>
      {rows.length > 0 && <FieldTable caption={`${title} of ${of}`} rows={rows} />}
    </div>
  );
}
