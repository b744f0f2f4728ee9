import type { ReactNode } from "react";
import { FileDownload } from "#components/ui/downloads/file-download.tsx";
import { RecordLinks } from "#components/ui/downloads/record-links.tsx";
import { Link } from "#components/ui/link.tsx";
import { Section, Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { dataFileAddress } from "#components/ui/study-addresses.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { ColumnsFold } from "./columns-fold.tsx";
import { EntryLink } from "./entry-link.tsx";

export type DataView = Outputs["results"]["data"];
type DataTable = DataView["tables"][number];
/** Returns the address of a file. */
type FileOf = (name: string) => string;

/** All files of a study that can be downloaded, with the meaning of each column. */
export function DataBody({ studyId, view }: { studyId: string; view: DataView }) {
  const { head, tables, descriptions, hasDecisions } = view;
  const fileOf = (name: string) => dataFileAddress(studyId, name, head.seq);
  return (
    <>
      <Section
        title="Tables"
        note="Made from the log while they are sent, all up to the same entry. Every row names the log entry it comes from. A file is saved once it is whole, and one that breaks off goes on where it was."
      >
        <Sheet ruled>
          {tables.map((table) => (
            <TableEntry key={table.name} fileOf={fileOf} table={table} />
          ))}
          <SheetFooter>
            Log up to entry <EntryLink studyId={studyId} seq={head.seq} what="the end of the log" />,{" "}
            <span className="font-mono text-xs break-all">{head.hash}</span>. Whatever was added since comes
            when this page is loaded again.
          </SheetFooter>
        </Sheet>
      </Section>
      <Section
        title="What the data mean"
        note="Of all files on this page, up to the same entry. The hashes of files with features can confirm a guess at these, so the last two ask who is there too."
      >
        <Sheet>
          {descriptions.map(({ file, hasFeatures }) => (
            <Entry key={file} title={descriptionWords[file][0]} about={descriptionWords[file][1]}>
              <FileDownload href={fileOf(file)} asks={hasFeatures}>
                {file}
              </FileDownload>
            </Entry>
          ))}
        </Sheet>
      </Section>
      {hasDecisions && <ForOtherPrograms fileOf={fileOf} />}
      <Section title="From a program" note="The same without a browser: from a script, again and again.">
        <Sheet>
          <SheetBody className="grid gap-4">
            <p className="max-w-measure">
              <Link href="/account/tokens">Make a token</Link>, then load this study in Python, which verifies
              it as it loads. <Link href="/docs/programs">All that programs can ask for</Link> is written
              down.
            </p>
            <pre className="whitespace-pre-wrap break-words border border-hair bg-sunken px-4 py-3 font-mono text-sm">
              <code>{`from evenhand import Study\n\nstudy = Study(url, token, study="${studyId}")\nprint(study.estimate())`}</code>
            </pre>
          </SheetBody>
        </Sheet>
      </Section>
      <Section
        title="Record"
        note="The tables say what the log says. Whether the log is true, its record shows."
      >
        <Sheet>
          <SheetBody className="grid gap-4">
            <RecordLinks studyId={studyId} entryCount={head.seq} />
            <p className="max-w-measure">
              Two programs use a downloaded record without this server. The first recomputes the chain, the
              panel’s decisions, the chances and the draws, and names the first entry that differs. Only a
              later checkpoint shows that no last lines were cut off. The second makes all files above.{" "}
              <Link href="/docs/log-format">The format of the log</Link> describes each line.
            </p>
            <pre className="whitespace-pre-wrap break-words border border-hair bg-sunken px-4 py-3 font-mono text-sm">
              <code>{"npm run replay -- RECORD.jsonl\nnpm run tables -- RECORD.jsonl FOLDER"}</code>
            </pre>
          </SheetBody>
        </Sheet>
      </Section>
    </>
  );
}

const descriptionWords: Readonly<
  Record<DataView["descriptions"][number]["file"], readonly [title: string, about: string]>
> = {
  "dictionary.csv": [
    "Data dictionary",
    "Every column of every table: its type, its unit, and what a cell says.",
  ],
  "datasheet.md": ["Datasheet", "Who is in the data, when and how they were judged, and what is missing."],
  "croissant.json": [
    "Croissant",
    "Files, columns and hashes for tools for data sets, as Croissant 1.0 has them. Each file is made once for its hash, so this takes as long as all of them.",
  ],
  "manifest.json": ["Manifest", "The names, sizes and SHA-256 hashes of all files, and the data dictionary."],
};

function TableEntry({ fileOf, table }: { fileOf: FileOf; table: DataTable }) {
  const { name, about, columns, files, hasFeatures } = table;
  const buttons = files.map((file) => (
    <FileDownload key={file} href={fileOf(file)} asks={hasFeatures}>
      {file.endsWith(".csv") ? "CSV" : "Parquet"}
    </FileDownload>
  ));
  return (
    <Entry
      title={<span className="font-mono">{name}</span>}
      about={about}
      more={<ColumnsFold name={name} columns={columns} />}
    >
      {buttons}
    </Entry>
  );
}

type EntryProps = { title: ReactNode; about: string; more?: ReactNode; children: ReactNode };

/** Description of a file, with its download link. */
function Entry({ title, about, more, children }: EntryProps) {
  return (
    <SheetBody className="grid gap-2 border-t border-hair first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3>{title}</h3>
          <p className="mt-1 max-w-measure text-sm text-ink-2">{about}</p>
        </div>
        <div className="flex flex-wrap gap-2 md:max-w-72">{children}</div>
      </div>
      {more}
    </SheetBody>
  );
}

function ForOtherPrograms({ fileOf }: { fileOf: FileOf }) {
  return (
    <Section
      title="For other programs"
      note="Decisions with their logged chances and the features of the people, for estimating what other policies would have done. Outcomes are one-sided: nothing is made up for those who were not selected."
    >
      <Sheet>
        <SheetBody className="grid gap-2 border-b border-hair">
          <h3>Vowpal Wabbit</h3>
          <p className="max-w-measure text-sm text-ink-2">
            A line a decision, <code>action:cost:probability</code>: action 1 is to select, its cost 0 for yes
            and 1 for no. Lines without a known outcome have no label.
          </p>
          <div>
            <FileDownload href={fileOf("decisions.vw")} asks>
              decisions.vw
            </FileDownload>
          </div>
        </SheetBody>
        <SheetBody className="grid gap-2">
          <h3>Open Bandit Pipeline</h3>
          <p className="max-w-measure text-sm text-ink-2">
            Arrays <code>action</code>, <code>reward</code>, <code>pscore</code>, <code>context</code> for
            NumPy, a row for each selected person with a known outcome. Of policies that select others it
            knows nothing.
          </p>
          <div>
            <FileDownload href={fileOf("bandit-feedback.npz")} asks>
              bandit-feedback.npz
            </FileDownload>
          </div>
        </SheetBody>
        <SheetFooter>
          <Link href="/docs/data">What is in these files</Link>, to the last column.
        </SheetFooter>
      </Sheet>
    </Section>
  );
}
