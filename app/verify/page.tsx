import type { Metadata } from "next";
import { VerifyView } from "#components/results/verifier/verify-page.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";

export const metadata: Metadata = { title: "Verify a record" };

/** Public page for verifying files in the browser. It needs no account and sends nothing to this server. */
export default function VerifyPage() {
  return (
    <Main>
      <PageHead
        title="Verify a record"
        lede="Your browser reads the files, recomputes every chance, decision and draw in them, and says what differs. Nothing is uploaded: the files stay on this device."
      />
      <VerifyView />
      <div className="mt-10">
        <Section title="What it needs">
          <div className="grid max-w-measure gap-3">
            <p>
              <b>A record</b> is what operators and researchers download from their study’s page Data. The log
              alone, which auditors can read too, is enough to check receipts; chances need the whole record.
            </p>
            <p>
              <b>A receipt</b> is kept by whoever sealed a ballot, and downloaded from its page.{" "}
              <b>A checkpoint</b> comes with the mail after a close, or from a study’s public page.
            </p>
            <p>
              A record of a million entries takes some minutes. You can go on in another window meanwhile, and
              stop at any moment.
            </p>
          </div>
        </Section>
        <Section title="Whom you trust here">
          <div className="grid max-w-measure gap-3">
            <p>
              This page came from a server, and perhaps from the one that you want to check. The same program
              runs without any server: whoever wants to be sure takes it from somebody else as one file and
              runs it on their own machine. <Link href="/docs/verifying">How</Link>.
            </p>
          </div>
        </Section>
      </div>
    </Main>
  );
}
