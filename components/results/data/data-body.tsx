import type { ReactNode } from "react";
import { Commands } from "#components/ui/commands.tsx";
import { FileDownload } from "#components/ui/downloads/file-download.tsx";
import { RecordLinks } from "#components/ui/downloads/record-links.tsx";
import { Link } from "#components/ui/link.tsx";
import { Section, Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { dataFileAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/data.ts";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { ColumnsFold } from "./columns-fold.tsx";
import { EntryLink } from "./entry-link.tsx";

export type DataView = Outputs["results"]["data"];
type DataTable = DataView["tables"][number];
/** Returns the address of a file. */
type FileOf = (name: string) => string;

type Props = {
  readonly studyId: string;
  readonly view: DataView;
  /** The command that installs the Python client. */
  readonly install: string;
  /** The Python code that loads the study with it. */
  readonly load: string;
};

/** All files of a study that can be downloaded, with the meaning of each column. */
export function DataBody({ studyId, view, install, load }: Props) {
  const { head, tables, descriptions, zip, workbook, hasDecisions, hasRecord } = view;
  const fileOf = (name: string) => dataFileAddress(studyId, name, head.seq);
  return (
    <>
      <Section title={t.allFiles()} note={t.allFilesNote()}>
        <div className="flex flex-wrap gap-2">
          <FileDownload href={fileOf(zip)} asks={hasRecord}>
            {t.downloadZip()}
          </FileDownload>
          <FileDownload href={fileOf(workbook)} asks={hasRecord}>
            {t.downloadWorkbook()}
          </FileDownload>
        </div>
      </Section>
      <Section title={t.tables()} note={t.tablesNote()}>
        <Sheet ruled>
          {tables.map((table) => (
            <TableEntry key={table.name} fileOf={fileOf} table={table} />
          ))}
          <SheetFooter>
            {t.logUpTo({
              entry: () => <EntryLink studyId={studyId} seq={head.seq} what={t.endOfLog()} />,
              hash: () => <span className="font-mono text-xs">{fingerprintGroups(head.hash)}</span>,
            })}
          </SheetFooter>
        </Sheet>
      </Section>
      <Section
        title={t.descriptions()}
        note={t.descriptionsNote({ hasFeatures: descriptions.some((one) => one.hasFeatures) })}
      >
        <Sheet>
          {descriptions.map(({ file, hasFeatures }) => (
            <Entry key={file} {...describe(file)}>
              <FileDownload href={fileOf(file)} asks={hasFeatures}>
                {file}
              </FileDownload>
            </Entry>
          ))}
        </Sheet>
      </Section>
      {hasDecisions && <ForOtherPrograms fileOf={fileOf} />}
      <Section title={t.fromProgram()} note={t.fromProgramNote()}>
        <Sheet>
          <SheetBody className="grid gap-4">
            <p className="max-w-measure">
              {t.tokenSteps({
                tokens: (text) => <Link href="/account/tokens">{text}</Link>,
                docs: (text) => <Link href="/docs/programs">{text}</Link>,
              })}
            </p>
            <Commands>{install}</Commands>
            <Commands>{load}</Commands>
          </SheetBody>
        </Sheet>
      </Section>
      <Section title={t.record()} note={hasRecord ? t.recordNote() : undefined}>
        <Sheet>
          <SheetBody className="grid gap-4">
            <RecordLinks studyId={studyId} entryCount={head.seq} hasRecord={hasRecord} />
            {hasRecord && <TwoPrograms />}
          </SheetBody>
        </Sheet>
      </Section>
    </>
  );
}

function TwoPrograms() {
  return (
    <>
      <p className="max-w-measure">
        {t.twoPrograms({ docs: (text) => <Link href="/docs/log-format">{text}</Link> })}
      </p>
      <Commands>{"npm run replay -- RECORD.jsonl\nnpm run tables -- RECORD.jsonl FOLDER"}</Commands>
    </>
  );
}

function describe(file: DataView["descriptions"][number]["file"]): { title: string; about: string } {
  switch (file) {
    case "dictionary.csv":
      return { title: t.dictionary(), about: t.dictionaryAbout() };
    case "datasheet.md":
      return { title: t.datasheet(), about: t.datasheetAbout() };
    case "croissant.json":
      return { title: "Croissant", about: t.croissantAbout() };
    case "manifest.json":
      return { title: t.manifest(), about: t.manifestAbout() };
  }
}

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

type EntryProps = { title: ReactNode; about: ReactNode; more?: ReactNode; children: ReactNode };

/** Description of a file, with its download link. */
function Entry({ title, about, more, children }: EntryProps) {
  return (
    <SheetBody className="grid gap-2 border-t border-hair first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 md:flex-nowrap">
        <div className="min-w-0">
          <h3>{title}</h3>
          <p className="mt-1 max-w-measure text-sm text-ink-2">{about}</p>
        </div>
        <div className="flex flex-none flex-wrap gap-2 md:max-w-72">{children}</div>
      </div>
      {more}
    </SheetBody>
  );
}

const code = (text: ReactNode) => <code>{text}</code>;

function ForOtherPrograms({ fileOf }: { fileOf: FileOf }) {
  return (
    <Section title={t.otherPrograms()} note={t.otherProgramsNote()}>
      <Sheet>
        <Entry title="Vowpal Wabbit" about={t.vwAbout({ code })}>
          <FileDownload href={fileOf("decisions.vw")} asks>
            decisions.vw
          </FileDownload>
        </Entry>
        <Entry title="Open Bandit Pipeline" about={t.obpAbout({ code })}>
          <FileDownload href={fileOf("bandit-feedback.npz")} asks>
            bandit-feedback.npz
          </FileDownload>
        </Entry>
        <SheetFooter>
          <Link href="/docs/data">{t.fileContents()}</Link>
        </SheetFooter>
      </Sheet>
    </Section>
  );
}
