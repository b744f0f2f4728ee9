import { CaptionBox } from "#components/ui/caption.tsx";

const names = {
  operator: "Operator",
  auditor: "Auditor",
  researcher: "Researcher",
  "former-auditor": "Former auditor",
} as const;

/** Box in the caption of every page of a study, where the role on the server is not shown. */
export function RoleBox({ role }: { role: keyof typeof names }) {
  return <CaptionBox label="Your role">{names[role]}</CaptionBox>;
}
