import type { ReactNode } from "react";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

export type Guideline = Judging["guideline"];

/** Guidelines that the panel follows, and whether a newer version applies from the next round on. */
export function Guidelines({
  guideline: { purpose, body, version, latest },
  children,
}: {
  guideline: Guideline;
  children: ReactNode;
}) {
  if (purpose.trim() === "" && body.trim() === "") {
    return <p className="text-ink-2">The operator has written none. Judge by your own view.</p>;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {latest > version && (
        <p className="border-l-4 border-edge pl-3 text-sm text-ink-2">
          This round is judged by version {version}, with which it was opened. Version {latest} holds from the
          next round on.
        </p>
      )}
      {children}
    </div>
  );
}
