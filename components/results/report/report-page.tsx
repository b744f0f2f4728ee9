import { renderToStaticMarkup } from "react-dom/server";
import * as t from "#messages/report.ts";
import { directionOf, locale } from "#server/locale.ts";
import type { MakeReportPage } from "#server/results/report/report-page.ts";
import { ReportArticle } from "./report-article.tsx";

/**
 * Makes one HTML file of a report. It has no script, and its policy lets it load nothing; links lead to the entries of
 * the study. scripts/build-worker.mjs bundles this file: Next renders pages only for addresses.
 */
export const reportPage: MakeReportPage = ({ styles, origin, ...shown }) => {
  const page = renderToStaticMarkup(
    <html lang={locale()} dir={directionOf(locale())}>
      {/* biome-ignore lint/style/noHeadElement: this is a file, not a page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <base href={origin} />
        <title>{t.titleOf({ study: shown.report.study.name })}</title>
      </head>
      <body>
        <main className="mx-auto w-full max-w-page px-4 py-8 md:px-6">
          <ReportArticle {...shown} />
        </main>
      </body>
    </html>,
  );
  return `<!doctype html>\n${page.replace("</head>", () => `<style>${styles}</style></head>`)}\n`;
};
