import { ReportSource } from "./report-source.tsx";
import type { ReportSentence } from "./report-words.ts";

/** Sentences of a report, each with the log entry that it follows from. */
export function ReportSentences({
  studyId,
  sentences,
}: {
  studyId: string;
  sentences: readonly ReportSentence[];
}) {
  return (
    <ul className="grid max-w-measure gap-2">
      {sentences.map(({ text, seq }) => (
        <li key={text} className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
          {text} {seq !== null && <ReportSource studyId={studyId} seq={seq} />}
        </li>
      ))}
    </ul>
  );
}
