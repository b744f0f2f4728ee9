import { Main } from "#components/ui/page.tsx";
import { RefusedPage } from "#components/ui/shell/refused.tsx";
import * as t from "#messages/refused.ts";
import { titled, whoMaySee } from "#server/http/pages.ts";

export const generateMetadata = titled(t.notForYourRole);

export default async function ForbiddenPage() {
  return (
    <Main width="text">
      <RefusedPage {...(await whoMaySee())} />
    </Main>
  );
}
