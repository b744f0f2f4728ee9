import type { Metadata } from "next";
import { JudgedBeforeSection } from "#components/rounds/inbox/judged-before.tsx";
import { MyStudies } from "#components/rounds/inbox/my-studies.tsx";
import { NoStudies } from "#components/rounds/studies/no-studies.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { ListTools } from "#components/ui/list/list-tools.tsx";
import { askedFor, listAddress, listState } from "#components/ui/list-state.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import * as t from "#messages/inbox.ts";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";
import { idIn } from "./list-address.ts";

export function generateMetadata(): Metadata {
  return { title: { absolute: `${t.homeTitle()} · Evenhand` } };
}

/** Up to this many studies need no search field. */
const fewStudies = 10;

export default async function HomePage({ searchParams }: PageProps<"/">) {
  const account = await requireRole("signed-in");
  const params = await searchParams;
  const state = listState("/", { search: params.search });
  const search = askedFor(state, "search");
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
        title={t.homeTitle()}
        {...(inbox.foundCount > 0 && {
          lede: t.needYou({ waiting: inbox.waitingCount, all: inbox.foundCount }),
        })}
      >
        {mayCreate && !hasNone && <ButtonLink href="/studies/new">{t.createStudy()}</ButtonLink>}
      </PageHead>
      {isLong && (
        <div className="mb-6">
          <ListTools state={state} search={t.partOfName()} />
        </div>
      )}
      {hasNone ? (
        <NoStudies platformRole={account.platformRole} />
      ) : (
        <>
          {inbox.foundCount === 0 && <p className="text-ink-2">{t.noMatch()}</p>}
          <MyStudies studies={inbox.studies} />
          <Pager
            label={t.studyPages()}
            words={{ back: t.firstStudies(), on: t.moreStudies() }}
            newer={after ? listAddress(state, {}) : null}
            older={
              inbox.next &&
              listAddress(state, { after: inbox.next.studyId, waiting: inbox.next.isMine ? "1" : "" })
            }
          />
        </>
      )}
      {before.studies.length > 0 && (
        <JudgedBeforeSection
          studies={before.studies}
          first={judgedAfter ? listAddress(state, {}) : null}
          next={before.next && listAddress(state, { judged: before.next })}
        />
      )}
    </Main>
  );
}
