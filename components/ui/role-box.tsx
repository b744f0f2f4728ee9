import { CaptionBox } from "#components/ui/caption.tsx";
import * as t from "#messages/common.ts";

/** Box in the caption of every page of a study, where the role on the server is not shown. */
export function RoleBox({ role }: { role: "operator" | "auditor" | "researcher" | "former-auditor" }) {
  return (
    <CaptionBox label={t.yourRole()}>
      {t.role({ role: role === "former-auditor" ? "former" : role })}
    </CaptionBox>
  );
}
