import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { News } from "./news.ts";

/** Title of a message: the event. */
export function newsTitle(news: News): ReactNode {
  switch (news.kind) {
    case "opened":
      return `Round ${news.round} is open.`;
    case "closing":
      return `Round ${news.round} takes no ballots any more.`;
    case "closed":
      return `Round ${news.round} is closed.`;
    case "cancelled":
      return `Round ${news.round} was cancelled.`;
    case "deadline":
      return `Round ${news.round} has a new deadline.`;
    case "seated":
      return "You have a seat on the panel.";
    case "unseated":
      return "You have no seat on this panel any more.";
    case "guidelines":
      return `There are new guidelines, version ${news.version}.`;
  }
}

/** Text of a message: the meaning of the event, or where to go. */
export function restOf(studyId: string, news: News): ReactNode {
  switch (news.kind) {
    case "opened":
      return <Link href={`/studies/${studyId}/judging/${news.round}`}>Go to round {news.round}</Link>;
    case "closing":
      return "Its draw awaits a public number; the result follows.";
    case "closed":
      return <Link href={`/studies/${studyId}/results/${news.round}`}>See the result</Link>;
    case "cancelled":
      return "Its ballots are never opened.";
    case "deadline":
      return (
        <>
          It closes <LocalTime at={news.deadlineAt} relative />.
        </>
      );
    case "seated":
      return "You judge from the next round on.";
    case "unseated":
      return "What you sealed in closed rounds stays in the record.";
    case "guidelines":
      return "They hold from the next round on.";
  }
}
