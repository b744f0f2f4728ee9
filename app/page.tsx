import type { Metadata } from "next";
import { deskWords } from "#components/desk/act-words.ts";
import { JudgedBefore } from "#components/desk/judged-before.tsx";
import { MyStudies } from "#components/desk/my-studies.tsx";
import { NoStudies } from "#components/studies/no-studies.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { api } from "#server/api/caller.ts";
import { requireRole } from "#server/api/pages.ts";

export const metadata: Metadata = { title: { absolute: "Studies · Evenhand" } };

export default async function HomePage() {
  const account = await requireRole("signed-in");
  const caller = await api();
  const studies = await caller.accounts.myStudies({});
  const before = await caller.accounts.judgedBefore({});
  const waitingCount = studies.filter(({ waiting }) => waiting.isMine).length;
  const mayCreate = account.platformRole !== "member";
  return (
    <Main>
      <PageHead
        title="Studies"
        {...(studies.length > 0 && { lede: deskWords(waitingCount, studies.length) })}
      >
        {mayCreate && studies.length > 0 && <ButtonLink href="/studies/new">Create a study</ButtonLink>}
      </PageHead>
      {studies.length === 0 ? (
        <NoStudies platformRole={account.platformRole} />
      ) : (
        <MyStudies studies={studies} />
      )}
      {before.length > 0 && <JudgedBefore studies={before} />}
    </Main>
  );
}
