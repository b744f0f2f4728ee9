import { Link } from "#components/ui/link.tsx";
import { PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/documents.ts";

/** Head of a document's page, with the way back to the index. */
export function DocumentHead({ title, language }: { title: string; language: string }) {
  return (
    <PageHead
      title={<span lang={language}>{title}</span>}
      crumb={<Link href="/docs">{t.documentation()}</Link>}
    />
  );
}
