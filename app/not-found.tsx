import { ButtonLink } from "#components/ui/button.tsx";
import { Main } from "#components/ui/page.tsx";
import * as t from "#messages/refused.ts";

export function generateMetadata() {
  return { title: t.notFound() };
}

export default function NotFoundPage() {
  return (
    <Main width="text">
      <div className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
        <h1>{t.nothingHere()}</h1>
        <p className="text-ink-2">{t.nothingHereNote()}</p>
        <ButtonLink href="/">{t.goToStudies()}</ButtonLink>
      </div>
    </Main>
  );
}
