"use client";

import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatCount } from "#server/format.ts";
import { Choices } from "../choices.tsx";
import { BeaconField } from "./beacon-field.tsx";
import { useSettings } from "./use-settings.ts";

export function RoundSection() {
  const { settings, isAudit, isIn, numeral } = useSettings();
  const k = Number(settings.roundSize);
  const isGuarded = isIn("guarded");
  const who = isAudit ? "Drawn by lot from all who wait." : "The next so many of the file.";
  const pairs = Number.isInteger(k) && k >= 2 && k <= 1_000 ? (k * (k - 1)) / 2 : null;
  return (
    <Section title="A round" note="The people who are judged together, and when.">
      <div className="grid max-w-measure gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="People a round (k)"
            {...numeral("roundSize")}
            hint={`${who}${pairs === null ? "" : ` They make ${formatCount(pairs, "pair")}; auditors judge those that differ enough.`}${isGuarded ? " More people make more pairs to judge where the limit is relaxed; they do not change how many rounds may end in a report." : ""}`}
          />
          <Field
            label="Usual days to judge"
            {...numeral("deadlineDays")}
            hint="Offered when you open a round; you can change it each time. Empty: no deadline."
          />
        </div>
        {!isAudit && <DrawTime />}
        {!isAudit && <BeaconField />}
      </div>
    </Section>
  );
}

function DrawTime() {
  const { settings, set } = useSettings();
  return (
    <Choices
      legend="One draw decides a round. It happens"
      value={settings.drawAt}
      onChange={(drawAt) => set({ drawAt })}
      choices={[
        {
          value: "close",
          title: "When the round closes",
          what: "Nobody is picked before the panel has judged. Use this if decisions can wait.",
        },
        {
          value: "opening",
          title: "When the round opens",
          what: "You know the decisions at once; auditors do not, until close. The log commits to the draw at opening and shows it at close.",
        },
      ]}
    />
  );
}
