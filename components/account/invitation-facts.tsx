import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { decisionAsQuestion } from "#server/study/decision.ts";

type Role = "administrator" | "operator" | "auditor" | "researcher";

type Props = {
  role: Role | null;
  studyName: string | null;
  decision: string | null;
  inviter: { name: string } | null;
  expiresAt: number;
};

/** Facts of an invitation that a person accepts by creating an account. */
export function InvitationFacts({ role, studyName, decision, inviter, expiresAt }: Props) {
  const words = role === null ? null : texts[role];
  return (
    <aside aria-labelledby="invitation">
      <Sheet ruled>
        <SheetBody>
          <p className="mb-1 text-xs text-ink-3">Invitation</p>
          <h2 id="invitation" className="text-xl">
            {titleOf(inviter?.name ?? null, words?.asks ?? "to join", studyName)}
          </h2>
        </SheetBody>
        <Facts>
          {decision !== null && <Fact label="What is decided">{decisionAsQuestion(decision)}</Fact>}
          {words && <Fact label="What you do">{words.does}</Fact>}
          {words && <Fact label="How long">{words.takes}</Fact>}
          <Fact label="What is stored">
            {words?.stores} Your name, your e-mail address and a fingerprint of your password, from which
            nobody can tell it.
          </Fact>
          {words && <Fact label="Who sees what">{words.sees}</Fact>}
          <Fact label="The link">
            Works once, until <LocalTime at={expiresAt} relative />.
          </Fact>
        </Facts>
      </Sheet>
    </aside>
  );
}

function titleOf(inviter: string | null, asks: string, studyName: string | null): string {
  const whom = inviter === null ? "This server asks you" : `${inviter} asks you`;
  return studyName === null ? `${whom} ${asks}` : `${whom} ${asks} in “${studyName}”`;
}

const texts = {
  administrator: {
    asks: "to look after the accounts",
    does: "Invite people, help with lost passwords, shut an account out when it has to be.",
    takes: "A few minutes whenever somebody comes or goes.",
    stores: "Whom you invited.",
    sees: "You see who has an account and when a link was made. You do not see anybody's verdicts.",
  },
  operator: {
    asks: "to run studies",
    does: "Create studies, open and close rounds, enter outcomes.",
    takes: "About half an hour to set a study up, then a few minutes a round.",
    stores: "What you opened, closed and entered, and when.",
    sees: "While a round is open you see who has sealed, never what.",
  },
  auditor: {
    asks: "to judge pairs of people",
    does: "Look at pairs of people and say whether it is unfair that one gets a better chance. You need no law and no statistics.",
    takes:
      "As long as a round has pairs. Your page says how many, and after a few of them the minutes at your own pace. You judge when it suits you, until the round closes.",
    stores:
      "Your verdicts, when you gave them, and which guidelines you saw. The log says your seat, such as s2, and not your name; it is open to the study's operator and researchers.",
    sees: "Nobody in the study sees your verdicts before the round closes. Its operator sees that you sealed, researchers see it of your seat.",
  },
  researcher: {
    asks: "to study the record",
    does: "Read the log, replay it, download it.",
    takes: "As long as you like.",
    stores: "No more than your account:",
    sees: "You see seats instead of names. Of an open round you see the chances and which seats have sealed, and no verdict.",
  },
} as const satisfies Record<Role, unknown>;
