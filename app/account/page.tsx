import type { Metadata } from "next";
import { FactorList } from "#components/account/factors/factor-list.tsx";
import { KeysForm } from "#components/account/keys/keys-form.tsx";
import { LanguageForm } from "#components/account/language-form.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { pagesOfEvents } from "#components/account/security-log/event-words.ts";
import { OwnEvents } from "#components/account/security-log/own-events.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { roleName } from "#components/ui/shell/viewer.ts";
import * as t from "#messages/account.ts";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";
import { beforeEvent } from "../administration/security-log/search.ts";

export const metadata: Metadata = { title: "Your account" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AccountPage({ searchParams }: Props) {
  const account = await requireRole("signed-in");
  const before = beforeEvent((await searchParams).before);
  const caller = await api();
  const [sessions, mine, own, keys, language] = await Promise.all([
    caller.accounts.sessions({}),
    caller.factors.mine({}),
    caller.securityLog.own({ before }),
    caller.accounts.judgingKeys({}),
    caller.accounts.language({}),
  ]);
  return (
    <Main>
      <PageHead title="Your account" />
      <Section title="You">
        <Sheet className="[&_dl>:first-child]:border-t-0">
          <Facts>
            <Fact label="Name">{account.displayName}</Fact>
            <Fact label="E-mail">
              <span className="break-all">{account.email}</span>
            </Fact>
            <Fact label="Role on this server">{roleName(account)}</Fact>
          </Facts>
        </Sheet>
      </Section>
      <Section title={t.language()} note={t.languageNote()}>
        <LanguageForm chosen={language} />
      </Section>
      <Section
        title="Password"
        note="Changing it signs you out everywhere else, and ends your tokens for programs."
      >
        <PasswordForm email={account.email} />
      </Section>
      <Section
        title="Second factor"
        note="Asked for after your password, and again before important steps: roles and links of others, replacing a seat, ending a round early, features of people."
      >
        {mine.isDemo && (
          <Notice className="mb-5" title="The demonstration asks for none.">
            Everybody knows the password of its accounts, so a second factor would protect nothing.
          </Notice>
        )}
        <FactorList mine={mine} />
      </Section>
      <Section
        title="Where you are signed in"
        note="A session ends after 12 hours, an administrator's after 30 minutes without a visit."
      >
        <SessionList sessions={sessions} />
      </Section>
      <Section title="Programs" note="A token lets a program read a study, or more, for you.">
        <p>
          <Link href="/account/tokens">Tokens for programs</Link>
        </p>
      </Section>
      <Section
        id="keys"
        title="Keys for judging"
        note="For auditors: one character each, on the pages where pairs are judged."
      >
        <KeysForm keys={keys} />
      </Section>
      <Section
        id="events"
        title="What happened to your account"
        note="And what it did, by the server’s security log. Tell an administrator if something here was not you."
      >
        <OwnEvents events={own.events} />
        <Pager
          label="Pages of events"
          words={pagesOfEvents}
          newer={before === undefined ? null : "/account#events"}
          older={own.older === null ? null : `/account?before=${own.older}#events`}
        />
      </Section>
    </Main>
  );
}
