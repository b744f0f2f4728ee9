import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "#components/accounts/sign-in-form.tsx";
import { Welcome } from "#components/accounts/welcome.tsx";
import { Main } from "#components/ui/page.tsx";
import { currentViewer } from "#server/api/pages.ts";
import { safeReturnPath } from "#server/api/return-path.ts";
import { waitingSession } from "#server/auth/session.ts";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const path = safeReturnPath(typeof next === "string" ? next : undefined);
  if ((await currentViewer()) !== null) redirect(path);
  if ((await waitingSession()) !== null) redirect(`/sign-in/factor?next=${encodeURIComponent(path)}`);
  return (
    <Main>
      <div className="mx-auto grid max-w-[34rem] gap-10 lg:max-w-[63rem] lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:gap-16 lg:pt-8">
        <div className="border-t-4 border-rule pt-5">
          <h1>Sign in</h1>
          <p className="mt-2 mb-5 text-ink-2">With the account you made from your invitation.</p>
          <SignInForm next={path} />
        </div>
        <Welcome />
      </div>
    </Main>
  );
}
