import { Download } from "lucide-react";
import Link from "next/link";
import { GuardedDownload } from "#components/step-up/guarded-download.tsx";
import { RecordLinks } from "#components/step-up/record-links.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Section, Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { dataFileAddress } from "#components/watching/addresses.ts";
import type { Outputs } from "#server/api/outputs.ts";
import { ColumnsFold } from "./columns-fold.tsx";

export type DataView = Outputs["watching"]["data"];
type DataTable = DataView["tables"][number];

/** Everything of a study that can be taken away, and what each column of it means. */
export function DataBody({ studyId, view }: { studyId: string; view: DataView }) {
  const { head, tables, hasDecisions } = view;
  return (
    <>
      <Section
        title="Tables"
        note="Made from the log at the moment of the download. Every row names the log entry it comes from. A Parquet file that was cut off does not open; of a CSV file your browser says that the download failed."
      >
        <Sheet ruled>
          {tables.map((table) => (
            <TableEntry key={table.name} studyId={studyId} table={table} />
          ))}
          <SheetFooter>
            Log up to entry {head.seq.toLocaleString("en-GB")},{" "}
            <span className="font-mono text-xs break-all">{head.hash}</span>.{" "}
            <a href={dataFileAddress(studyId, "datasheet.md")} download>
              Datasheet
            </a>
            : who is in the data, how they were judged, and what is missing
          </SheetFooter>
        </Sheet>
      </Section>
      {hasDecisions && <ForOtherPrograms studyId={studyId} />}
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
              A program makes all tables of a downloaded record without this server, with a datasheet, a
              Croissant description and a manifest:
            </p>
            <pre className="whitespace-pre-wrap break-words border border-hair bg-sunken px-4 py-3 font-mono text-sm">
              <code>npm run tables -- RECORD.jsonl FOLDER</code>
            </pre>
          </SheetBody>
        </Sheet>
      </Section>
    </>
  );
}

function TableEntry({ studyId, table }: { studyId: string; table: DataTable }) {
  const { name, about, columns, files, hasFeatures } = table;
  return (
    <SheetBody className="grid gap-2 border-t border-hair first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="font-mono">{name}</h3>
          <p className="mt-1 max-w-measure text-sm text-ink-2">{about}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {files.map((file) => (
            <FileButton key={file} studyId={studyId} file={file} hasFeatures={hasFeatures}>
              {file.endsWith(".csv") ? "CSV" : "Parquet"}
            </FileButton>
          ))}
        </div>
      </div>
      <ColumnsFold name={name} columns={columns} />
    </SheetBody>
  );
}

function ForOtherPrograms({ studyId }: { studyId: string }) {
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
            <FileButton studyId={studyId} file="decisions.vw" hasFeatures>
              decisions.vw
            </FileButton>
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
            <FileButton studyId={studyId} file="bandit-feedback.npz" hasFeatures>
              bandit-feedback.npz
            </FileButton>
          </div>
        </SheetBody>
        <SheetFooter>
          <Link href="/docs/data">What is in these files</Link>, to the last column.
        </SheetFooter>
      </Sheet>
    </Section>
  );
}

type FileProps = { studyId: string; file: string; hasFeatures: boolean; children: string };

/** What says something of single people asks first who is there. */
function FileButton({ studyId, file, hasFeatures, children }: FileProps) {
  const href = dataFileAddress(studyId, file);
  if (hasFeatures) return <GuardedDownload href={href}>{children}</GuardedDownload>;
  return (
    <a className={buttonClass()} href={href} download>
      <Download aria-hidden /> {children}
    </a>
  );
}
