import { Main } from "#components/ui/page.tsx";
import { RefusedPage } from "#components/ui/shell/refused.tsx";
import * as t from "#messages/refused.ts";
import { whoMaySee } from "#server/http/pages.ts";

export function generateMetadata() {
  return { title: t.notForYourRole() };
}

export default async function ForbiddenPage() {
  return (
    <Main width="text">
      <RefusedPage {...(await whoMaySee())} />
    </Main>
  );
}
