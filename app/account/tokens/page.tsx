import { MakeToken } from "#components/account/api-tokens/make-token.tsx";
import { TokenList } from "#components/account/api-tokens/token-list.tsx";
import { Commands } from "#components/ui/commands.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/apiTokens.ts";
import { api } from "#server/http/caller.ts";
import { pipInstall } from "#server/http/clients.ts";
import { requireRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

export default async function TokensPage() {
  await requireRole("signed-in");
  const caller = await api();
  const [tokens, reached] = await Promise.all([caller.tokens.mine({}), caller.tokens.reach({})]);
  return (
    <Main>
      <PageHead title={t.title()} crumb={<Link href="/account">{t.yourAccount()}</Link>} lede={t.lede()} />
      <Section title={t.newToken()} note={t.newTokenNote()}>
        <MakeToken studies={reached} mayAct={reached.some(({ role }) => role === "operator")} />
      </Section>
      <Section title={t.yourTokens()} note={t.yourTokensNote()}>
        <TokenList tokens={tokens} />
      </Section>
      <Section title={t.howTo()} note={t.howToNote()}>
        <p className="max-w-measure">
          {t.howToText({
            link: (text) => <Link href="/docs/programs">{text}</Link>,
            code: (text) => <code>{text}</code>,
          })}
        </p>
        <div className="mt-4">
          <Commands>{pipInstall()}</Commands>
        </div>
      </Section>
    </Main>
  );
}
