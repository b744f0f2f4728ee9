import { Refused } from "#components/shell/refused.tsx";
import { Main } from "#components/ui/page.tsx";
import { whoMaySee } from "#server/api/pages.ts";

export const metadata = { title: "Not for your role" };

export default async function ForbiddenPage() {
  return (
    <Main width="text">
      <Refused {...(await whoMaySee())} />
    </Main>
  );
}
