import { redirect } from "next/navigation";
import { DemoAccounts } from "#components/account/demo-accounts.tsx";
import { ProviderSignIn } from "#components/account/provider-sign-in.tsx";
import { SignInForm } from "#components/account/sign-in-form.tsx";
import { Welcome } from "#components/account/welcome.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main } from "#components/ui/page.tsx";
import * as t from "#messages/signIn.ts";
import { providerName } from "#server/http/auth/provider.ts";
import { waitingSession } from "#server/http/auth/session.ts";
import { currentViewer, demoSignIn, titled } from "#server/http/pages.ts";
import { safeReturnPath } from "#server/http/return-path.ts";

export const generateMetadata = titled(t.signIn);

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, error } = await searchParams;
  const provider = providerName();
  const demo = await demoSignIn();
  const path = safeReturnPath(typeof next === "string" ? next : undefined);
  if ((await currentViewer()) !== null) redirect(path);
  if ((await waitingSession()) !== null) redirect(`/sign-in/factor?next=${encodeURIComponent(path)}`);
  return (
    <Main>
      <div className="mx-auto grid max-w-[34rem] gap-10 lg:max-w-[63rem] lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:gap-16 lg:pt-8">
        <div className="border-t-4 border-rule pt-5">
          <h1>{t.signIn()}</h1>
          <p className="mt-2 mb-5 text-ink-2">{t.withYourAccount()}</p>
          {provider !== null && typeof error === "string" && (
            <Notice tone="bad" title={providerRefusal(error, provider)} live className="mb-5" />
          )}
          {demo !== null && <DemoAccounts demo={demo} next={path} />}
          <SignInForm next={path} />
          {provider !== null && <ProviderSignIn name={provider} next={path} />}
        </div>
        <Welcome />
      </div>
    </Main>
  );
}

const sentences = new Map([
  ["no-account", t.noAccountFor],
  ["email-not-verified", t.emailNotVerified],
  ["linked-to-another", t.linkedToAnother],
  ["account-suspended", t.suspended],
]);

/** Describes why signing in with the provider failed, from the code in the address. */
function providerRefusal(why: string, provider: string): string {
  return (sentences.get(why) ?? t.providerFailed)({ provider });
}
