import { ChangeEmailForm } from "#components/account/change-email-form.tsx";
import { ChangeNameForm } from "#components/account/change-name-form.tsx";
import { DeleteOwnAccount } from "#components/account/delete-own-account.tsx";
import { FactorList } from "#components/account/factors/factor-list.tsx";
import { KeysForm } from "#components/account/keys/keys-form.tsx";
import { LanguageForm } from "#components/account/language-form.tsx";
import { NotificationsForm } from "#components/account/notifications-form.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { OwnEvents } from "#components/account/security-log/event-tables.tsx";
import { pagesOfEvents } from "#components/account/security-log/event-words.ts";
import { SessionList } from "#components/account/session-list.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { roleName } from "#components/ui/shell/viewer.ts";
import * as t from "#messages/account.ts";
import { api } from "#server/http/caller.ts";
import { requireRole, titled } from "#server/http/pages.ts";
import { beforeEvent } from "../administration/security-log/search.ts";

export const generateMetadata = titled(t.title);

export default async function AccountPage({ searchParams }: PageProps<"/account">) {
  const account = await requireRole("signed-in");
  const before = beforeEvent((await searchParams).before);
  const caller = await api();
  const [sessions, mine, own, keys, language, notifications] = await Promise.all([
    caller.accounts.sessions({}),
    caller.factors.mine({}),
    caller.securityLog.own({ before }),
    caller.accounts.judgingKeys({}),
    caller.accounts.language({}),
    caller.accounts.notifications({}),
  ]);
  const { mailIsOn, ...settings } = notifications;
  return (
    <Main>
      <PageHead title={t.title()} />
      <Section title={t.you()}>
        <Sheet className="[&_dl>:first-child]:border-t-0">
          <Facts>
            <Fact label={t.name()}>{account.displayName}</Fact>
            <Fact label={t.email()}>
              <span className="wrap-anywhere">{account.email}</span>
            </Fact>
            <Fact label={t.platformRole()}>{roleName(account)}</Fact>
          </Facts>
        </Sheet>
        <div className="mt-3 grid gap-1">
          <Fold label={t.changeYourName()}>
            <p className="mb-3 max-w-measure text-sm text-ink-2">{t.nameNote()}</p>
            <ChangeNameForm name={account.displayName} />
          </Fold>
          <Fold label={t.changeYourEmail()}>
            <p className="mb-3 max-w-measure text-sm text-ink-2">{t.emailNote()}</p>
            {mailIsOn ? <ChangeEmailForm /> : <p className="text-ink-2">{t.emailByAdministrator()}</p>}
          </Fold>
        </div>
      </Section>
      <Section title={t.language()} note={t.languageNote()}>
        <LanguageForm chosen={language} />
      </Section>
      <Section id="notifications" title={t.notifications()} note={mailIsOn && t.notificationsNote()}>
        {mailIsOn ? (
          <NotificationsForm settings={settings} isAdministrator={account.platformRole === "administrator"} />
        ) : (
          <p className="text-ink-2">{t.notificationsOff()}</p>
        )}
      </Section>
      <Section title={t.password()} note={t.passwordNote()}>
        <PasswordForm email={account.email} />
      </Section>
      <Section title={t.factor()} note={t.factorNote()}>
        {mine.isDemo && (
          <Notice className="mb-5" title={t.demoFactor()}>
            {t.demoFactorText()}
          </Notice>
        )}
        <FactorList mine={mine} />
      </Section>
      <Section title={t.sessions()} note={t.sessionsNote()}>
        <SessionList sessions={sessions} />
      </Section>
      <Section title={t.programs()} note={t.programsNote()}>
        <p>
          <Link href="/account/tokens">{t.tokens()}</Link>
        </p>
      </Section>
      <Section id="keys" title={t.keys()} note={t.keysNote()}>
        <KeysForm keys={keys} />
      </Section>
      <Section id="events" title={t.events()} note={t.eventsNote()}>
        <Fold label={t.showEvents()} isOpenAtFirst={before !== undefined}>
          <OwnEvents events={own.events} />
          <Pager
            label={t.pagesOfEvents()}
            words={pagesOfEvents()}
            newer={before === undefined ? null : "/account#events"}
            older={own.older === null ? null : `/account?before=${own.older}#events`}
          />
        </Fold>
      </Section>
      <Section title={t.deletion()} note={t.deletionNote()}>
        <DeleteOwnAccount name={account.displayName} />
      </Section>
    </Main>
  );
}
