import type { Metadata } from "next";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";

export const metadata: Metadata = { title: "What is stored about you" };

export default function StoredPage() {
  return (
    <Main>
      <PageHead
        title="What is stored about you"
        lede="If you have an account here, and if you are judged here."
      />
      <Section title="Your account">
        <ul className="grid max-w-measure list-disc gap-2 pl-5">
          <li>Your name and e-mail address, as long as the account exists.</li>
          <li>An argon2id fingerprint of your password. The password itself is not stored.</li>
          <li>Where you are signed in: the browser's name, when you came and when you were last seen.</li>
          <li>
            If you set up a second factor: the public key of a passkey, or the secret of an authenticator app,
            encrypted; and fingerprints of your recovery codes.
          </li>
          <li>The keys you chose for judging, if you changed them.</li>
          <li>
            What happened to your account and what you downloaded, with the network it came from. It stays as
            long as this server's database. Your part of it stands on your account page.
          </li>
          <li>How often your account and your network called this server, for a minute; files, for a day.</li>
          <li>
            Two cookies that say nothing about you: light or dark, and your time zone. Another tells this
            browser from others for a year, so that nobody else's wrong passwords keep you out; its
            fingerprint is stored. Others belong to signing in and keep you signed in.
          </li>
        </ul>
      </Section>
      <Section title="Your verdicts" note="For auditors.">
        <ul className="grid max-w-measure list-disc gap-2 pl-5">
          <li>
            Each verdict and when you gave it, sealed or not; what you sealed, and which guidelines you saw.
            It stays, or the record could not be checked.
          </li>
          <li>
            The log names your seat, never you. Who sits there stands apart from the log: the study’s operator
            sees it on the panel page, and beside no verdict.
          </li>
          <li>
            On your device and nowhere else: the view you used last, which of your verdicts took less than two
            seconds, and the reminders you put away; verdicts and notes too, until the server has them.
            Practice keeps nothing at all.
          </li>
          <li>How your seat was filled. The whole panel sees it, without your name.</li>
          <li>Until a round closes, nobody else in the study sees your verdicts.</li>
        </ul>
      </Section>
      <Section title="People judged here">
        <ul className="grid max-w-measure list-disc gap-2 pl-5">
          <li>
            The columns the operator uploaded, apart from the log. After a round the operator can erase them,
            person by person, on the page of that round.
          </li>
          <li>
            The log holds a pseudonym, chances, the decision, an outcome, and a fingerprint of the columns
            made with a key of its own. Erasing deletes columns and key: nobody can tell any more what the
            fingerprint was made of. The rest stays, and so does what the learner learned: whoever may
            download everybody else’s columns can work out from it on which side of each rule the erased
            person stood.
          </li>
        </ul>
      </Section>
    </Main>
  );
}
