import { CaptionBox } from "#components/ui/caption.tsx";
import * as t from "#messages/common.ts";
import type { HeldRole } from "#server/accounts/memberships.ts";

/** Box in the caption of every page of a study, where the role on the server is not shown. */
export function RoleBox({ role }: { role: HeldRole }) {
  return (
    <CaptionBox label={t.yourRole()}>
      {t.role({ role: role === "former-auditor" ? "former" : role })}
    </CaptionBox>
  );
}
