import { reasonChoices } from "#components/judging/pair/reason-words.ts";
import { agreementInWords } from "#components/judging/state/agreement.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { type Cards, cardsOf } from "#components/rounds/people/shown-person.ts";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/roundResult.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { PairButton } from "./pair-button.tsx";
import { saidId } from "./said-id.ts";

type PanelSaid = NonNullable<Outputs["ballots"]["remarks"]["panel"]>;

/** The panel's remarks: notes and reasons by pair, and how far its members agree with themselves. */
export function PanelRemarks({
  panelSaid: { remarks, selfAgreement },
  cards,
}: {
  panelSaid: PanelSaid;
  cards: Cards;
}) {
  const { own, panel } = selfAgreement;
  if (remarks.length === 0 && panel.asked === 0) return null;
  return (
    <Section title={t.remarks()} note={t.remarksNote()}>
      <div className="grid max-w-measure gap-6">
        {remarks.map((remark) => (
          <div
            key={saidId(remark.high, remark.low)}
            id={saidId(remark.high, remark.low)}
            className="grid gap-2"
          >
            <h3 className="text-base">
              <PairButton {...cardsOf(cards, remark.high, remark.low)} />
            </h3>
            <Reasons remark={remark} />
            {remark.notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be equal, and their order is fixed
              <blockquote key={index} className="border-s-2 border-edge ps-3 break-words whitespace-pre-wrap">
                {note}
              </blockquote>
            ))}
          </div>
        ))}
        {panel.asked > 0 && (
          <p>
            {own.asked > 0 && agreementInWords({ answered: own.asked, same: own.same })}{" "}
            {t.panelAgreement({ same: panel.same, count: panel.asked })}
          </p>
        )}
      </div>
    </Section>
  );
}

/** Reasons for a flag with their counts: "Why it was flagged: same situation (2), other (1)." */
function Reasons({ remark: { low, reasons } }: { remark: PanelSaid["remarks"][number] }) {
  const picked = reasonChoices(personName(low)).flatMap(([word, label]) => {
    const count = reasons[word];
    return count === undefined ? [] : [t.reasonCount({ reason: label, count })];
  });
  if (picked.length === 0) return null;
  return <p className="text-sm text-ink-2">{t.whyFlagged({ reasons: picked.join(", ") })}</p>;
}
