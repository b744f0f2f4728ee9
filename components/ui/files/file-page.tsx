import type { ComponentProps, ReactNode } from "react";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";

/** Page of a study for uploading a file. */
export function FilePage({
  study: { id, name },
  role,
  title,
  lede,
  children,
}: ComponentProps<typeof RoleBox> & {
  study: { id: string; name: string };
  title: string;
  lede: string;
  children: ReactNode;
}) {
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Study">
          <span className="truncate">{name}</span>
        </CaptionBox>
        <RoleBox role={role} />
      </Caption>
      <Main>
        <PageHead crumb={<Link href={`/studies/${id}`}>{name}</Link>} title={title} lede={lede} />
        {children}
      </Main>
    </>
  );
}
