import type { Metadata } from "next";
import { inboxWords } from "#components/rounds/inbox/act-words.ts";
import { JudgedBeforeSection } from "#components/rounds/inbox/judged-before.tsx";
import { MyStudies } from "#components/rounds/inbox/my-studies.tsx";
import { NoStudies } from "#components/rounds/studies/no-studies.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { SearchLine } from "#components/ui/search-line.tsx";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";
import { idIn, listAddress, searchIn } from "./list-address.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: { absolute: "Studies · Evenhand" } };

/** Up to this many studies need no search field. */
const fewStudies = 10;

export default async function HomePage({ searchParams }: Props) {
  const account = await requireRole("signed-in");
  const params = await searchParams;
  const search = searchIn(params);
  const studyId = idIn(params.after);
  const after = studyId && { studyId, isMine: params.waiting === "1" };
  const judgedAfter = idIn(params.judged);
  const caller = await api();
  const inbox = await caller.accounts.myStudies({ search, ...(after && { after }) });
  const before = await caller.accounts.judgedBefore({ search, ...(judgedAfter && { after: judgedAfter }) });
  const hasNone = inbox.foundCount === 0 && search === "";
  const isLong = search !== "" || inbox.foundCount > fewStudies || before.next !== null;
  const mayCreate = account.platformRole !== "member";
  return (
    <Main>
      <PageHead
        title="Studies"
        {...(inbox.foundCount > 0 && { lede: inboxWords(inbox.waitingCount, inbox.foundCount) })}
      >
        {mayCreate && !hasNone && <ButtonLink href="/studies/new">Create a study</ButtonLink>}
      </PageHead>
      {isLong && <SearchLine address="/" label="Part of a name" search={search} />}
      {hasNone ? (
        <NoStudies platformRole={account.platformRole} />
      ) : (
        <>
          {inbox.foundCount === 0 && <p className="text-ink-2">None of your studies is called so.</p>}
          <MyStudies studies={inbox.studies} />
          <Pager
            label="Pages of studies"
            words={{ back: "First studies", on: "Further studies" }}
            newer={after ? listAddress("/", { search }) : null}
            older={
              inbox.next &&
              listAddress("/", {
                search,
                after: inbox.next.studyId,
                waiting: inbox.next.isMine ? "1" : undefined,
              })
            }
          />
        </>
      )}
      {before.studies.length > 0 && (
        <JudgedBeforeSection
          studies={before.studies}
          first={judgedAfter ? listAddress("/", { search }) : null}
          next={before.next && listAddress("/", { search, judged: before.next })}
        />
      )}
    </Main>
  );
}
