import { OrganisationForm } from "#components/account/organisation/organisation-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/organisation.ts";
import { api } from "#server/http/caller.ts";
import { requireRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

export default async function OrganisationPage() {
  await requireRole("administrator");
  return (
    <Main>
      <PageHead
        title={t.title()}
        crumb={<Link href="/administration">{t.administration()}</Link>}
        lede={t.lede()}
      />
      <OrganisationForm saved={await (await api()).organisation.texts({})} />
    </Main>
  );
}
