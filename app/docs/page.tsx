import { Link } from "#components/ui/link.tsx";
import { documentTitle } from "#components/ui/markdown/document.tsx";
import { parseMarkdown } from "#components/ui/markdown/parse.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/documents.ts";
import {
  documentAddresses,
  documentsOf,
  findDocument,
  languageOf,
  readDocument,
} from "#server/http/documents.ts";
import { currentViewer, titled } from "#server/http/pages.ts";
import { locale } from "#server/locale.ts";

export const generateMetadata = titled(t.documentation);

type Reader = keyof typeof documentsOf;

/** The index of the documentation, by reader. */
export default async function DocumentationPage() {
  await currentViewer();
  const readers = await Promise.all((Object.keys(documentsOf) as Reader[]).map(readEntries));
  return (
    <Main>
      <PageHead title={t.documentation()} lede={t.lede()} />
      {readers.map(({ reader, entries }) => (
        <Section key={reader} id={reader} title={t.reader({ reader })} note={t.readerNote({ reader })}>
          <ul className="grid gap-1">
            {entries.map(({ address, title, language }) => (
              <li key={address}>
                <Link href={address} lang={language} className="inline-block py-1">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Main>
  );
}

/** Reads the titles of a reader's documents, the help page in the language of the request. */
async function readEntries(reader: Reader) {
  const entries = documentsOf[reader].map(async (name) => {
    const address = documentAddresses().get(name) ?? "";
    const file = findDocument(address.replace("/docs/", ""), locale()) ?? name;
    const [firstLine = ""] = (await readDocument(file)).split("\n", 1);
    return { address, title: documentTitle(parseMarkdown(firstLine)) ?? file, language: languageOf(file) };
  });
  return { reader, entries: await Promise.all(entries) };
}
