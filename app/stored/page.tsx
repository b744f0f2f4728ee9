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
            Two cookies that say nothing about you: light or dark, and your time zone. A third one keeps you
            signed in.
          </li>
        </ul>
      </Section>
      <Section title="Your verdicts" note="For auditors.">
        <ul className="grid max-w-measure list-disc gap-2 pl-5">
          <li>
            What you sealed, when, and which guidelines you saw. It stays, or the record could not be checked.
          </li>
          <li>The log names your seat, never you. Who sat there is kept apart from the log.</li>
          <li>Until a round closes, nobody but you sees your verdicts.</li>
        </ul>
      </Section>
      <Section title="People judged here">
        <ul className="grid max-w-measure list-disc gap-2 pl-5">
          <li>The columns the operator uploaded, apart from the log, and erasable.</li>
          <li>
            The log holds a pseudonym and a sealed fingerprint of them. After erasing, nobody can tell what it
            was.
          </li>
        </ul>
      </Section>
    </Main>
  );
}
