import { ExplanationView } from "#components/results/explanations/explanation-view.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/explanation.ts";
import { api } from "#server/http/caller.ts";
import { titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

/**
 * Public page behind a personal link: a decision explained to the person concerned. Every link that does not work gets
 * the same page.
 */
export default async function ExplanationPage({ params }: PageProps<"/explanation/[token]">) {
  const { token } = await params;
  const { explanations } = await api();
  const explanation = await explanations.read({ token });
  if (explanation === null) {
    return (
      <Main width="text">
        <PageHead title={t.over()} lede={t.overNote()} />
      </Main>
    );
  }
  return (
    <Main>
      <ExplanationView explanation={explanation} token={token} />
    </Main>
  );
}
