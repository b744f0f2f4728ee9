import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setup.ts";
import { problemWords } from "./problem-words.ts";

type MissingProblemsProps = { title: string; problems: readonly { field: string; message: string }[] };

/** Problems that do not prevent continuing but do prevent publishing. */
export function MissingProblems({ title, problems }: MissingProblemsProps) {
  const shown = problems.slice(0, 5);
  return (
    <Notice title={title}>
      {problems.length === 1 ? (
        shown[0] && problemWords(shown[0])
      ) : (
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {shown.map((problem) => (
            <li key={problem.field + problem.message}>{problemWords(problem)}</li>
          ))}
          {problems.length > shown.length && <li>{t.andMore({ count: problems.length - shown.length })}</li>}
        </ul>
      )}
    </Notice>
  );
}
