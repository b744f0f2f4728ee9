import type { ReactNode } from "react";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Guideline = Judging["guideline"];

/** Guidelines that the panel follows, and whether a newer version applies from the next round on. */
export function Guidelines({
  guideline: { purpose, body, version, latest },
  children,
}: {
  guideline: Guideline;
  children: ReactNode;
}) {
  if (purpose.trim() === "" && body.trim() === "") {
    return <p className="text-ink-2">{t.noGuidelines()}</p>;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {latest > version && (
        <p className="border-s-4 border-edge ps-3 text-sm text-ink-2">
          {t.newerGuidelines({ version, latest })}
        </p>
      )}
      {children}
    </div>
  );
}
