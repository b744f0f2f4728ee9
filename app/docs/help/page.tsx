import { redirect } from "next/navigation";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";

/** Leads to the help page for the reader's role, which researchers and observers share; to the index if the reader has several roles or none with a page. */
export default async function HelpPage() {
  const { platformRole } = await requireRole("signed-in");
  if (platformRole === "administrator") redirect("/docs#administrator");
  const { studies } = await (await api()).accounts.myStudies({});
  const roles = new Set<string>(studies.map(({ role }) => (role === "observer" ? "researcher" : role)));
  if (platformRole === "operator") roles.add(platformRole);
  const [role, other] = roles;
  redirect(role && !other ? `/docs/${role}` : "/docs");
}
