import type { Metadata } from "next";
import { AccountList } from "#components/account/account-list.tsx";
import { BackupState } from "#components/account/administration/backup-state.tsx";
import { ClockJump } from "#components/account/administration/clock-jump.tsx";
import { TokenList } from "#components/account/api-tokens/token-list.tsx";
import { InvitationList } from "#components/account/invitation-list.tsx";
import { InviteForm } from "#components/account/invite-form.tsx";
import { MailState } from "#components/account/mail/mail-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { SearchLine } from "#components/ui/search-line.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";
import { hashIn, idIn, listAddress, searchIn } from "../list-address.ts";

export const metadata: Metadata = { title: "Administration" };

const address = "/administration";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AdministrationPage({ searchParams }: Props) {
  const account = await requireRole("administrator");
  const params = await searchParams;
  const search = searchIn(params);
  const after = idIn(params.after);
  const afterLink = hashIn(params.links);
  const afterToken = idIn(params.tokens);
  const caller = await api();
  const [accounts, invitations, mail, clock, backups, tokens] = await Promise.all([
    caller.accounts.list({ search, ...(after && { after }) }),
    caller.accounts.invitations({ ...(afterLink && { after: afterLink }) }),
    caller.mail.settings({}),
    caller.clock.read({}),
    caller.backups.status({}),
    caller.tokens.list({ ...(afterToken && { after: afterToken }) }),
  ]);
  return (
    <Main>
      <PageHead
        title="Administration"
        lede="Who may come in. What somebody does in a study is decided there, by its operator."
      />
      {clock.aheadSeconds !== null && <ClockJump aheadSeconds={clock.aheadSeconds} />}
      <Section title="Invite" note="Auditors and researchers are invited in their study, by its operator.">
        <InviteForm canMail={mail !== null} />
      </Section>
      <Section title="Links" note="Each works once.">
        <InvitationList invitations={invitations.links} />
        <Pager
          label="Pages of links"
          words={{ back: "Newest links", on: "Older links" }}
          newer={afterLink ? address : null}
          older={invitations.next && listAddress(address, { links: invitations.next })}
        />
      </Section>
      <Section
        title="Accounts"
        note="A suspended account is signed out everywhere at once. What it did before stays in the record."
      >
        {(search !== "" || after || accounts.next) && (
          <SearchLine address={address} label="Part of a name or an address" search={search} />
        )}
        {accounts.accounts.length === 0 ? (
          <p className="text-ink-2">Nobody is called so.</p>
        ) : (
          <AccountList accounts={accounts.accounts} myId={account.id} />
        )}
        <Pager
          label="Pages of accounts"
          words={{ back: "First accounts", on: "Further accounts" }}
          newer={after ? listAddress(address, { search }) : null}
          older={accounts.next && listAddress(address, { search, after: accounts.next })}
        />
      </Section>
      <Section
        title="Tokens for programs"
        note="Whoever runs or watches a study makes them. Nobody but its maker ever saw one; ending it acts at once."
      >
        <TokenList tokens={tokens.tokens} isEverybodys />
        <Pager
          label="Pages of tokens"
          words={{ back: "Newest tokens", on: "Older tokens" }}
          newer={afterToken ? address : null}
          older={tokens.next && listAddress(address, { tokens: tokens.next })}
        />
      </Section>
      <Section title="Security log" note="What happened to accounts, links, roles and files.">
        <p>
          <Link href="/administration/security-log">Look into the security log</Link>
        </p>
      </Section>
      <Section title="Server status" note="Waits, jobs, the disk, and what went wrong last.">
        <p>
          <Link href="/administration/health">See how this server is</Link>
        </p>
      </Section>
      <Section title="Backups" note="What is put back if this server's disk fails.">
        <BackupState status={backups} />
      </Section>
      <Section title="Mail" note="Invitations, reminders and receipts. No mail ever holds a verdict.">
        <MailState settings={mail} />
      </Section>
    </Main>
  );
}
