import type { ComponentProps, ReactNode } from "react";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";

/** Caption of a study's page: the study, the viewer's role and further boxes. */
export function StudyCaption({
  name,
  role,
  children,
}: ComponentProps<typeof RoleBox> & { name: string; children?: ReactNode }) {
  return (
    <Caption label="The study in short">
      <CaptionBox label="Study">
        <span className="truncate">{name}</span>
      </CaptionBox>
      <RoleBox role={role} />
      {children}
    </Caption>
  );
}
