import type { Metadata } from "next";
import { MakeToken } from "#components/account/api-tokens/make-token.tsx";
import { TokenList } from "#components/account/api-tokens/token-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { api } from "#server/http/caller.ts";
import { requireRole } from "#server/http/pages.ts";

export const metadata: Metadata = { title: "Tokens for programs" };

export default async function TokensPage() {
  await requireRole("signed-in");
  const caller = await api();
  const [tokens, reached] = await Promise.all([caller.tokens.mine({}), caller.tokens.reach({})]);
  return (
    <Main>
      <PageHead
        title="Tokens for programs"
        crumb={<Link href="/account">Your account</Link>}
        lede="A program that comes with a token acts for you, in what the token allows and you may do yourself."
      />
      <Section
        title="New token"
        note="Judging is for people: no token lets a program do what an auditor does. What asks in the browser who is there, such as cancelling a round, no token can do either."
      >
        <MakeToken studies={reached} mayAct={reached.some(({ role }) => role === "operator")} />
      </Section>
      <Section
        title="Your tokens"
        note="Ending one acts at once. A new password ends them all; signing out ends none."
      >
        <TokenList tokens={tokens} />
      </Section>
      <Section title="How to use one" note="From Python, or with anything that speaks HTTP.">
        <p className="max-w-measure">
          <Link href="/docs/programs">What programs can ask for</Link> lists every address with what it takes
          and answers. In Python it is <code>Study(url, token)</code>.
        </p>
      </Section>
    </Main>
  );
}
