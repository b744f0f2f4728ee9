import { ServerStatus } from "#components/account/health/server-status.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/serverStatus.ts";
import { api } from "#server/http/caller.ts";
import { requireRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

export default async function InsidePage() {
  await requireRole("administrator");
  return (
    <Main>
      <PageHead
        title={t.title()}
        crumb={<Link href="/administration">{t.administration()}</Link>}
        lede={t.lede()}
      />
      <ServerStatus initial={await (await api()).health.read({})} />
    </Main>
  );
}
