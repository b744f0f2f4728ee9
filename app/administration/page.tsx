import { AccountList } from "#components/account/account-list.tsx";
import { BackupState } from "#components/account/administration/backup-state.tsx";
import { ClockJump } from "#components/account/administration/clock-jump.tsx";
import { TokenList } from "#components/account/api-tokens/token-list.tsx";
import { InvitationList } from "#components/account/invitation-list.tsx";
import { InviteForm } from "#components/account/invite-form.tsx";
import { MailState } from "#components/account/mail/mail-state.tsx";
import { AddWebhook } from "#components/rounds/webhooks/add-webhook.tsx";
import { WebhookList } from "#components/rounds/webhooks/webhook-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListTools } from "#components/ui/list/list-tools.tsx";
import { askedFor, listAddress, listState } from "#components/ui/list-state.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/administration.ts";
import * as webhookWords from "#messages/webhooks.ts";
import { api } from "#server/http/caller.ts";
import { requireRole, titled } from "#server/http/pages.ts";
import { hashIn, idIn } from "../list-address.ts";

export const generateMetadata = titled(t.title);

const address = "/administration";

export default async function AdministrationPage({ searchParams }: PageProps<"/administration">) {
  const account = await requireRole("administrator");
  const params = await searchParams;
  const state = listState(address, { search: params.search });
  const search = askedFor(state, "search");
  const after = idIn(params.after);
  const afterLink = hashIn(params.links);
  const afterToken = idIn(params.tokens);
  const caller = await api();
  const [accounts, invitations, mail, clock, backups, webhooks, tokens] = await Promise.all([
    caller.accounts.list({ search, ...(after && { after }) }),
    caller.accounts.invitations({ ...(afterLink && { after: afterLink }) }),
    caller.mail.settings({}),
    caller.clock.read({}),
    caller.backups.status({}),
    caller.webhooks.list({ studyId: null }),
    caller.tokens.list({ ...(afterToken && { after: afterToken }) }),
  ]);
  return (
    <Main>
      <PageHead title={t.title()} lede={t.lede()} />
      {clock.aheadSeconds !== null && <ClockJump aheadSeconds={clock.aheadSeconds} />}
      <Section title={t.invite()} note={t.inviteNote()}>
        <InviteForm canMail={mail !== null} />
      </Section>
      <Section title={t.links()} note={t.linksNote()}>
        <InvitationList invitations={invitations.links} />
        <Pager
          label={t.pagesOfLinks()}
          words={{ back: t.newestLinks(), on: t.olderLinks() }}
          newer={afterLink ? address : null}
          older={invitations.next && listAddress(state, { links: invitations.next })}
        />
      </Section>
      <Section title={t.accounts()} note={t.accountsNote()}>
        {(search !== "" || after || accounts.next) && (
          <div className="mb-6">
            <ListTools state={state} search={t.searchAccounts()} />
          </div>
        )}
        {accounts.accounts.length === 0 ? (
          <p className="text-ink-2">{t.noAccount()}</p>
        ) : (
          <AccountList accounts={accounts.accounts} myId={account.id} canMail={mail !== null} />
        )}
        <Pager
          label={t.pagesOfAccounts()}
          words={{ back: t.firstAccounts(), on: t.furtherAccounts() }}
          newer={after ? listAddress(state, {}) : null}
          older={accounts.next && listAddress(state, { after: accounts.next })}
        />
      </Section>
      <Section title={t.tokens()} note={t.tokensNote()}>
        <TokenList tokens={tokens.tokens} isEverybodys />
        <Pager
          label={t.pagesOfTokens()}
          words={{ back: t.newestTokens(), on: t.olderTokens() }}
          newer={afterToken ? address : null}
          older={tokens.next && listAddress(state, { tokens: tokens.next })}
        />
      </Section>
      <Section title={t.organisation()} note={t.organisationNote()}>
        <p>
          <Link href="/administration/organisation">{t.openOrganisation()}</Link>
        </p>
      </Section>
      <Section title={t.securityLog()} note={t.securityLogNote()}>
        <p>
          <Link href="/administration/security-log">{t.openSecurityLog()}</Link>
        </p>
      </Section>
      <Section title={t.serverStatus()} note={t.serverStatusNote()}>
        <p>
          <Link href="/administration/health">{t.openServerStatus()}</Link>
        </p>
      </Section>
      <Section title={t.backups()} note={t.backupsNote()}>
        <BackupState status={backups} />
      </Section>
      <Section title={webhookWords.title()} note={webhookWords.serverNote()}>
        <div className="grid gap-6">
          <WebhookList studyId={null} webhooks={webhooks} />
          <AddWebhook studyId={null} />
        </div>
      </Section>
      <Section title={t.mail()} note={t.mailNote()}>
        <MailState settings={mail} />
      </Section>
    </Main>
  );
}
