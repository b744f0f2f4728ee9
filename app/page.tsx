import type { Metadata } from "next";
import { MyStudies } from "#components/studies/my-studies.tsx";
import { NoStudies } from "#components/studies/no-studies.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { api } from "#server/api/caller.ts";
import { requireRole } from "#server/api/pages.ts";

export const metadata: Metadata = { title: { absolute: "Studies · Evenhand" } };

export default async function HomePage() {
  const account = await requireRole("signed-in");
  const studies = await (await api()).accounts.myStudies({});
  const mayCreate = account.platformRole !== "member";
  return (
    <Main>
      <PageHead title="Studies">
        {mayCreate && studies.length > 0 && (
          <ButtonLink look="act" href="/studies/new">
            Create a study
          </ButtonLink>
        )}
      </PageHead>
      {studies.length === 0 ? (
        <NoStudies platformRole={account.platformRole} />
      ) : (
        <MyStudies studies={studies} />
      )}
    </Main>
  );
}
