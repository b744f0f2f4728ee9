import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Outputs } from "#server/http/outputs.ts";

/** Explains what prevents a study from opening a round and what to do about it; its children if nothing does. */
export function WhetherReady({
  study,
  children,
}: {
  study: Outputs["studies"]["read"];
  children: ReactNode;
}) {
  if (study.state === "ended") {
    return (
      <Notice title="This study has ended.">No round can be opened. Outcomes can still be entered.</Notice>
    );
  }
  const { open } = study;
  if (open !== null) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p>
          Round {open.number} is {open.state === "open" ? "open for judging" : "closing"}.
        </p>
        <ButtonLink look="act" href={`/studies/${study.id}/rounds/${open.number}`}>
          Go to round {open.number}
        </ButtonLink>
      </div>
    );
  }
  if (study.seats.length === 0) {
    return (
      <Notice title="Nobody sits on the panel yet.">
        <Link href={`/studies/${study.id}/panel`}>Seat or invite auditors</Link> first.
      </Notice>
    );
  }
  if (study.waitingCount === 0) {
    return (
      <Notice title="Nobody waits for a round.">
        <Link href={`/studies/${study.id}/people`}>Import more people</Link> first.
      </Notice>
    );
  }
  return children;
}
