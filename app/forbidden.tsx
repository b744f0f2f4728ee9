import { Main } from "#components/ui/page.tsx";
import { RefusedPage } from "#components/ui/shell/refused.tsx";
import { whoMaySee } from "#server/http/pages.ts";

export const metadata = { title: "Not for your role" };

export default async function ForbiddenPage() {
  return (
    <Main width="text">
      <RefusedPage {...(await whoMaySee())} />
    </Main>
  );
}
