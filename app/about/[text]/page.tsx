import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuidelineText } from "#components/setup/guidelines/guideline-text.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/organisation.ts";
import { currentViewer, organisationText } from "#server/http/pages.ts";
import { type OrganisationPage, organisationPages } from "#server/schemas/organisation-pages.ts";

type Props = PageProps<"/about/[text]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = pageOf((await params).text);
  await currentViewer();
  return { title: t.page({ page }), robots: { index: true } };
}

/** A text of the organisation that runs this server, for anyone: imprint, privacy notice, accessibility statement. */
export default async function OrganisationTextPage({ params }: Props) {
  const page = pageOf((await params).text);
  // Finds the viewer's language, before the first text.
  await currentViewer();
  const body = await organisationText(page);
  if (body === "") notFound();
  return (
    <Main>
      <PageHead title={t.page({ page })} />
      <div className="max-w-measure">
        <GuidelineText purpose="" body={body} topLevel={1} />
      </div>
    </Main>
  );
}

function pageOf(text: string): OrganisationPage {
  const page = organisationPages.find((one) => one === text);
  if (page === undefined) notFound();
  return page;
}
