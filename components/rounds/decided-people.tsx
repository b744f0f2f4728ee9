import { buttonClass } from "#components/ui/button.tsx";
import { Fold } from "#components/ui/fold.tsx";
import * as overrides from "#messages/overrides.ts";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { OutcomeForm } from "./outcome-form.tsx";
import { OverrideForm } from "./overrides/override-form.tsx";

type Props = { studyId: string; board: Outputs["rounds"]["board"] };

/** What an operator does once the draw of a round is made: carry the decisions out, override one, record outcomes. */
export function DecidedPeople({ studyId, board }: Props) {
  const { number } = board.round;
  const overridable = board.people.flatMap(
    ({ position, identifiers = null, selected, isErased, outcome, override }) => {
      const isUnknown = outcome === null || (outcome.value === "lost" && outcome.version === 1);
      if (selected === null || isErased || override !== null || !isUnknown) return [];
      return [{ position, identifiers, selected }];
    },
  );
  return (
    <>
      <p>
        <a className={buttonClass()} href={`/api/studies/${studyId}/rounds/${number}/decisions`} download>
          {t.downloadDecisions()}
        </a>
      </p>
      <div id="outcomes">
        <Outcomes studyId={studyId} board={board} />
      </div>
      <Fold label={overrides.title()}>
        <OverrideForm studyId={studyId} round={number} people={overridable} />
      </Fold>
    </>
  );
}

function Outcomes({ studyId, board }: Props) {
  const selected = board.people.filter((person) => person.selected && person.override === null);
  if (selected.length === 0) return <p>{t.nonePicked()}</p>;
  const isAwaited = selected.some(({ outcome }) => outcome === null);
  return (
    <Fold label={t.outcomes({ isAwaited })} isOpenAtFirst={isAwaited}>
      <OutcomeForm
        studyId={studyId}
        round={board.round.number}
        selected={selected}
        fields={board.fields}
        inFileCount={board.inFileCount}
      />
    </Fold>
  );
}
