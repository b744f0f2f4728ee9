import type { Metadata } from "next";
import { ServerStatus } from "#components/account/health/server-status.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { requireRole } from "#server/http/pages.ts";

export const metadata: Metadata = { title: "Server status" };

export default async function InsidePage() {
  await requireRole("administrator");
  return (
    <Main>
      <PageHead
        title="Server status"
        crumb={<Link href="/administration">Administration</Link>}
        lede="How this server is at the moment. The numbers follow by themselves, every five seconds."
      />
      <ServerStatus />
    </Main>
  );
}
