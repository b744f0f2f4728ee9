import type { ReactNode } from "react";
import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { Link } from "#components/ui/link.tsx";
import { PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/explanation.ts";
import { formatPercent } from "#server/format.ts";
import type { Explanation } from "#server/results/explanations/read-explanation.ts";
import type { ExplainedChance } from "#server/workers/explanation-tasks.ts";
import { cellChangeWords, influenceWords, reportedPairWords } from "./explained-words.ts";
import { ObjectByLink, OwnObjection } from "./own-objections.tsx";
import { PrintButton } from "./print-button.tsx";

/** A decision explained to the person concerned, on a page that is printed as a letter. */
export function ExplanationView({ explanation, token }: { explanation: Explanation; token: string }) {
  const { study, round, chance, isPicked, override, explained, contact, expiresAt } = explanation;
  return (
    <>
      <PageHead
        title={t.title()}
        crumb={t.studyAndRound({ study: study.name, round: round.number })}
        lede={t.validUntil({ time: () => <LocalTime at={expiresAt} /> })}
      >
        <PrintButton />
      </PageHead>
      <Section title={t.decisionTitle()}>
        <Texts>
          <p className="text-lg">{t.decided({ isPicked, chance: chanceFigure(chance).words })}</p>
          {override && <p>{t.overridden({ isPicked: !isPicked, decidedBy: override.decidedBy })}</p>}
          {study.decision !== null && <p>{t.purpose({ decision: study.decision })}</p>}
          <p>{t.chanceNote()}</p>
        </Texts>
      </Section>
      {explained === null ? (
        <Section title={t.conditionsTitle()}>
          <p className="max-w-measure">{t.lost()}</p>
        </Section>
      ) : (
        <>
          <Section title={t.conditionsTitle()} note={t.conditionsNote()}>
            <Conditions explained={explained} />
          </Section>
          <Section title={t.changesTitle()} note={t.changesNote()}>
            <div className="grid gap-5">
              <ChangesOf title={t.up()} found={explained.up} columns={explained.columns} />
              <ChangesOf title={t.down()} found={explained.down} columns={explained.columns} />
            </div>
          </Section>
        </>
      )}
      <Section title={t.panelTitle()}>
        <Reports explanation={explanation} />
      </Section>
      <Section title={t.drawTitle()}>
        <Draw explanation={explanation} />
      </Section>
      <Section title={t.contactTitle()}>
        <p className="max-w-measure whitespace-pre-line">{contact}</p>
      </Section>
      <Section title={t.objectionTitle()} note={study.hasEnded ? undefined : t.objectionNote()}>
        <Objections explanation={explanation} token={token} />
      </Section>
    </>
  );
}

function Texts({ children }: { children: ReactNode }) {
  return <div className="grid max-w-measure gap-3">{children}</div>;
}

function Reports({ explanation: { reports } }: { explanation: Explanation }) {
  if (reports.pairs.length === 0) return <p className="max-w-measure">{t.notReported()}</p>;
  return (
    <Texts>
      {reportedPairWords(reports).map(({ title, lines }) => (
        <div key={title}>
          <p>{title}</p>
          <ul className="mt-2 grid list-disc gap-1 ps-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </Texts>
  );
}

function Draw({ explanation: { draw, study, round, personId, position } }: { explanation: Explanation }) {
  return (
    <Texts>
      <p>{t.drawn({ u: draw.u })}</p>
      <p>{draw.rule === null ? t.drawnEven() : t.drawnRule({ rule: draw.rule })}</p>
      <p>
        {t.proof({
          ...{ person: personId, position: position + 1, round: round.number },
          ...{ entry: round.closedSeq ?? 0, study: study.id },
          verify: (text) => <Link href="/verify">{text}</Link>,
          docs: (text) => <Link href="/docs/verifying">{text}</Link>,
        })}
      </p>
    </Texts>
  );
}

function Objections({ explanation, token }: { explanation: Explanation; token: string }) {
  const { objections, study } = explanation;
  const isOpen = objections.some(({ state }) => state !== "answered");
  return (
    <div className="grid max-w-measure gap-6">
      {objections.map((objection) => (
        <OwnObjection key={objection.receivedSeq} objection={objection} />
      ))}
      {study.hasEnded && <p>{t.studyEnded()}</p>}
      {!isOpen && !study.hasEnded && <ObjectByLink token={token} />}
    </div>
  );
}

/** Conditions of the rules, met or not, with the weight that rests on each. */
function Conditions({ explained: { influences, columns } }: { explained: ExplainedChance }) {
  if (influences.length === 0) return <p className="max-w-measure">{t.noConditions()}</p>;
  return (
    <TableSheet
      caption={t.conditionsTitle()}
      rows={influences}
      keyOf={(influence) => influenceWords(influence, columns)}
      columns={[
        [
          t.condition(),
          (influence) => (
            <span className="block first-letter:uppercase">{influenceWords(influence, columns)}</span>
          ),
        ],
        [t.met(), ({ isMet }) => t.isMet({ isMet })],
        [t.forYou(), ({ accepting }) => formatPercent(accepting), { numeric: true }],
        [t.againstYou(), ({ refusing }) => formatPercent(refusing), { numeric: true }],
      ]}
    />
  );
}

/** The smallest changes in one direction. */
function ChangesOf({
  title,
  found,
  columns,
}: { title: string; found: ExplainedChance["up"] } & Pick<ExplainedChance, "columns">) {
  return (
    <div className="max-w-measure">
      <h3>{title}</h3>
      {found.kind === "found" ? (
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          {found.changes.map((change) => {
            const changes = cellChangeWords(change, columns);
            const chance = chanceFigure(String(change.chance)).words;
            return (
              <li key={changes} className="first-letter:uppercase">
                {t.change({ changes, chance })}
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="mt-2">{found.kind === "none" ? t.none() : t.notSearched()}</p>
      )}
    </div>
  );
}
