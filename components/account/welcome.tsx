import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/signIn.ts";
import { invitationDays } from "#server/schemas/durations.ts";

/** Introduction for visitors without a link: what Evenhand is and how to get access. */
export function Welcome() {
  return (
    <aside aria-labelledby="about">
      <Sheet ruled>
        <SheetBody>
          <p className="mb-1 text-xs text-ink-3">{t.about()}</p>
          <h2 id="about" className="text-xl">
            {t.aboutTitle()}
          </h2>
        </SheetBody>
        <Facts>
          <Fact label={t.whatHappens()}>{t.whatHappensText()}</Fact>
          <Fact label={t.whoTakesPart()}>{t.whoTakesPartText()}</Fact>
          <Fact label={t.howToGetIn()}>{t.howToGetInText({ days: invitationDays })}</Fact>
          <Fact label={t.whatIsRecorded()}>{t.whatIsRecordedText()}</Fact>
        </Facts>
      </Sheet>
    </aside>
  );
}
