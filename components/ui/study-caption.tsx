import type { ComponentProps, ReactNode } from "react";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import * as t from "#messages/common.ts";

/** Caption of a study's page: the study, the viewer's role and further boxes. */
export function StudyCaption({
  name,
  role,
  children,
}: ComponentProps<typeof RoleBox> & { name: string; children?: ReactNode }) {
  return (
    <Caption label={t.studyInShort()}>
      <CaptionBox label={t.study()}>
        <span className="truncate">{name}</span>
      </CaptionBox>
      <RoleBox role={role} />
      {children}
    </Caption>
  );
}
