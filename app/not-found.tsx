import { ButtonLink } from "#components/ui/button.tsx";
import { Main } from "#components/ui/page.tsx";
import * as t from "#messages/refused.ts";
import { currentViewer, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.notFound);

export default async function NotFoundPage() {
  // Finds the viewer's language, before the first text.
  await currentViewer();
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
