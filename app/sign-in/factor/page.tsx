import { redirect } from "next/navigation";
import { FactorPage } from "#components/account/factors/factor-page.tsx";
import { Main } from "#components/ui/page.tsx";
import { SignOut } from "#components/ui/shell/sign-out.tsx";
import * as t from "#messages/factors.ts";
import { waitingSession } from "#server/http/auth/session.ts";
import { api } from "#server/http/caller.ts";
import { currentViewer, titled } from "#server/http/pages.ts";
import { safeReturnPath } from "#server/http/return-path.ts";

export const generateMetadata = titled(t.title);

/** Second step of signing in, after the password. It is the only page that such a session can open. */
export default async function SecondFactorPage({ searchParams }: PageProps<"/sign-in/factor">) {
  const { next } = await searchParams;
  const path = safeReturnPath(typeof next === "string" ? next : undefined);
  if ((await currentViewer()) !== null) redirect(path);
  const waiting = await waitingSession();
  if (waiting === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const ways = await (await api()).factors.ways({});
  const isSetUp = waiting.owes === "set-up";
  return (
    <Main>
      <div className="mx-auto max-w-[44rem] border-t-4 border-rule pt-5">
        <h1>{isSetUp ? t.setUpTitle() : t.giveTitle()}</h1>
        <p className="mt-2 mb-6 max-w-measure text-ink-2">{isSetUp ? t.setUpLede() : t.giveLede()}</p>
        <FactorPage next={path} owes={waiting.owes} ways={ways} />
        <div className="mt-8">
          <SignOut className="flex min-h-11 items-center gap-2 text-sm text-ink-2 [&>svg]:size-4" />
        </div>
      </div>
    </Main>
  );
}
