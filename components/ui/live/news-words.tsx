import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { judgingAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/live.ts";
import type { News } from "./news.ts";

/** Title of a message: the event. */
export function newsTitle(news: News): string {
  switch (news.kind) {
    case "deadline":
      return t.newsDeadline({ round: news.round });
    case "seated":
    case "unseated":
      return t.newsSeat({ kind: news.kind });
    case "guidelines":
      return t.newsGuidelines({ version: news.version });
    default:
      return t.newsRound({ kind: news.kind, round: news.round });
  }
}

/** Text of a message: the meaning of the event, or where to go. */
export function restOf(studyId: string, news: News): ReactNode {
  switch (news.kind) {
    case "opened":
      return <Link href={judgingAddress(studyId, news.round)}>{t.goToRound({ round: news.round })}</Link>;
    case "closing":
      return t.closingRest();
    case "closed":
      return <Link href={resultAddress(studyId, news.round)}>{t.seeResult()}</Link>;
    case "cancelled":
      return t.cancelledRest();
    case "deadline":
      return t.deadlineRest({ time: () => <LocalTime at={news.deadlineAt} relative /> });
    case "seated":
    case "unseated":
      return t.seatRest({ kind: news.kind });
    case "guidelines":
      return t.guidelinesRest();
  }
}
