import type { ReactNode } from "react";
import { VerifyView } from "#components/results/verifier/verify-page.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/verifier.ts";
import { currentViewer, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => t.title());

const b = (text: ReactNode) => <b>{text}</b>;

/** Public page for verifying files in the browser. It needs no account and sends nothing to this server. */
export default async function VerifyPage() {
  // Finds the viewer's language, before the first text.
  await currentViewer();
  return (
    <Main>
      <PageHead title={t.title()} lede={t.lede()} />
      <VerifyView />
      <div className="mt-10">
        <Section title={t.needs()}>
          <div className="grid max-w-measure gap-3">
            <p>{t.needsRecord({ b })}</p>
            <p>{t.needsReceipt({ b })}</p>
            <p>{t.needsTime()}</p>
          </div>
        </Section>
        <Section title={t.trust()}>
          <div className="grid max-w-measure gap-3">
            <p>{t.trustNote({ docs: (text) => <Link href="/docs/verifying">{text}</Link> })}</p>
          </div>
        </Section>
      </div>
    </Main>
  );
}
