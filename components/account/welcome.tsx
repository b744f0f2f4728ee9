import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { invitationDays } from "#server/schemas/durations.ts";

/** Introduction for visitors without a link: what Evenhand is and how to get access. */
export function Welcome() {
  return (
    <aside aria-labelledby="about">
      <Sheet ruled>
        <SheetBody>
          <p className="mb-1 text-xs text-ink-3">About Evenhand</p>
          <h2 id="about" className="text-xl">
            Decisions about people, watched by a panel
          </h2>
        </SheetBody>
        <Facts>
          <Fact label="What happens here">
            A rule learns whom to pick. A panel of people says where it treats two of them unfairly
            differently, and the rule is corrected.
          </Fact>
          <Fact label="Who takes part">
            Auditors judge pairs of people. Operators run the rounds. Researchers check and study the record.
          </Fact>
          <Fact label="How to get in">
            By a personal link from a study’s operator. It works once and for {invitationDays} days. If yours
            has run out, ask for a new one.
          </Fact>
          <Fact label="What is recorded">
            Every ballot, draw and outcome, in a log that operators and researchers of a study can check. A
            later change of an entry shows: the receipts that auditors keep no longer fit it.
          </Fact>
        </Facts>
      </Sheet>
    </aside>
  );
}
