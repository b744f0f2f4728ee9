import type { Metadata } from "next";
import { PasswordForm } from "#components/accounts/password-form.tsx";
import { SessionList } from "#components/accounts/session-list.tsx";
import { FactorList } from "#components/factors/factor-list.tsx";
import { roleName } from "#components/shell/viewer.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { api } from "#server/api/caller.ts";
import { requireRole } from "#server/api/pages.ts";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const account = await requireRole("signed-in");
  const caller = await api();
  const [sessions, mine] = await Promise.all([caller.accounts.sessions({}), caller.factors.mine({})]);
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
      <Section title="Password" note="Changing it signs you out everywhere else.">
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
        <FactorList key={mine.factors.length} mine={mine} />
      </Section>
      <Section
        title="Where you are signed in"
        note="A session ends after 12 hours, an administrator's after 30 minutes without a visit."
      >
        <SessionList sessions={sessions} />
      </Section>
    </Main>
  );
}
