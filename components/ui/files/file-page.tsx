import type { ComponentProps, ReactNode } from "react";
import { Main, PageHead } from "#components/ui/page.tsx";
import type { RoleBox } from "#components/ui/role-box.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";

/** Page of a study for uploading a file. */
export function FilePage({
  studyName,
  role,
  title,
  lede,
  children,
}: ComponentProps<typeof RoleBox> & {
  studyName: string;
  title: string;
  lede: string;
  children: ReactNode;
}) {
  return (
    <>
      <StudyCaption name={studyName} role={role} />
      <Main>
        <PageHead title={title} lede={lede} />
        {children}
      </Main>
    </>
  );
}
