import type { ReactNode } from "react";
import { LiveUpdates } from "#components/ui/live/live-updates.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";

type Props = Parameters<typeof PageHead>[0] & {
  name: string;
  role: Parameters<typeof StudyCaption>[0]["role"];
  /** The study whose new log entries reload the page, and the last entry that the page shows; absent: none do. */
  live?: { readonly id: string; readonly head: { readonly seq: number } };
  /** Buttons next to the title, the main one last. */
  actions?: ReactNode;
};

/** Page of a study: its caption, its title and its content. */
export function StudyPage({ name, role, live, actions, children, ...head }: Props) {
  return (
    <>
      <StudyCaption name={name} role={role}>
        {live && <LiveUpdates studyId={live.id} head={live.head.seq} />}
      </StudyCaption>
      <Main>
        <PageHead {...head}>{actions}</PageHead>
        {children}
      </Main>
    </>
  );
}
