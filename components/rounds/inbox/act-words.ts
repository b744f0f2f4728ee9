import * as t from "#messages/inbox.ts";
import * as judging from "#messages/judging.ts";
import { messageKey } from "#server/locale.ts";
import type { Act, OpenRoundFacts } from "#server/rounds/inbox/next-action.ts";

type Words = { readonly title: string; readonly text: string };

/** Describes an action: a heading that states the fact, and a sentence on its effect or what it waits for. */
export function actWords(act: Act): Words {
  switch (act.kind) {
    case "finish-draft":
    case "seat-auditors":
    case "import-people":
    case "end-study":
    case "wait-for-round":
    case "closed-for-writing":
    case "ended": {
      const kind = messageKey(act.kind);
      return { title: t.title({ act: kind }), text: t.text({ act: kind }) };
    }
    case "record-outcomes":
      return { title: outcomesTitle(act.awaited), text: t.text({ act: "recordOutcomes" }) };
    case "read-objections":
      return { title: t.objections({ count: act.count }), text: t.text({ act: "readObjections" }) };
    case "open":
      return roundWords("open", act.round);
    case "judge":
    case "seal-again":
    case "sealed":
    case "too-late":
    case "being-drawn":
    case "awaits-panel":
      return roundWords(messageKey(act.kind), act.round.number);
    case "being-judged":
      return {
        title: t.roundTitle({ act: "beingJudged", round: act.round.number }),
        text: t.ballotsIn({ sealed: act.round.sealedCount, seats: act.round.seatCount }),
      };
    case "close":
      return closeWords(act.why, act.round);
    case "extend":
      return {
        title: t.belowQuorum({ ...factsOf(act.round), quorum: act.quorum }),
        text: t.belowQuorumNote(factsOf(act.round)),
      };
  }
}

function roundWords(act: Parameters<typeof t.roundText>[0]["act"], number: number): Words {
  return { title: t.roundTitle({ act, round: number }), text: t.roundText({ act }) };
}

function closeWords(why: (Act & { kind: "close" })["why"], round: OpenRoundFacts): Words {
  const facts = factsOf(round);
  switch (why) {
    case "no-pairs":
    case "all-ended":
      return roundWords(messageKey(why), round.number);
    case "all-sealed":
      return { title: t.allSealed(facts), text: t.allSealedNote(facts) };
    case "deadline-over":
      return {
        title: t.roundTitle({ act: "tooLate", round: facts.round }),
        text: t.deadlineOver(facts),
      };
    case "quorum-missed":
      return { title: t.closeAsItIs(), text: t.closeAsItIsNote(facts) };
  }
}

function factsOf(round: OpenRoundFacts) {
  const { number, seatCount, sealedCount, neededFlags, closesByItself } = round;
  return {
    round: number,
    seats: seatCount,
    sealed: sealedCount,
    missing: seatCount - sealedCount,
    needed: neededFlags ?? 0,
    isPossible: sealedCount >= (neededFlags ?? 0),
    automatic: closesByItself,
  };
}

function outcomesTitle(awaited: readonly { round: number; count: number }[]): string {
  const count = awaited.reduce((total, each) => total + each.count, 0);
  return t.outcomesAwaited({ count, rounds: awaited.length, round: String(awaited[0]?.round) });
}

/** Returns the label of the button that leads to an action or performs it. */
export function buttonOf(act: Act): string {
  switch (act.kind) {
    case "finish-draft":
    case "seat-auditors":
    case "import-people":
    case "record-outcomes":
    case "read-objections":
    case "end-study":
      return t.button({ act: messageKey(act.kind) });
    case "open":
      return t.roundButton({ act: "open", round: act.round });
    case "close":
    case "extend":
    case "judge":
      return t.roundButton({ act: act.kind, round: act.round.number });
    case "seal-again":
      return judging.reviewAndSeal();
    case "sealed":
    case "too-late":
    case "being-judged":
    case "being-drawn":
    case "awaits-panel":
      return t.roundButton({ act: "see", round: act.round.number });
    case "wait-for-round":
    case "closed-for-writing":
    case "ended":
      return t.button({ act: "study" });
  }
}

/** Names an action among those of a study. */
export function actKey(act: Act): string {
  return "round" in act && typeof act.round !== "number" ? `${act.kind} ${act.round.number}` : act.kind;
}

/** Returns the page on which an action is done: the study's own, unless the action has a page of its own. */
export function actAddress(studyId: string, act: Act): string {
  const study = `/studies/${studyId}`;
  if (act.kind === "finish-draft") return `${study}/draft`;
  if (act.kind === "seat-auditors") return `${study}/panel`;
  if (act.kind === "import-people") return `${study}/people`;
  if (act.kind === "judge") return `${study}/judging/${act.round.number}`;
  if (act.kind === "seal-again") return `${study}/judging/${act.round.number}?view=review`;
  if (act.kind === "being-judged" || act.kind === "being-drawn") return `${study}/rounds/${act.round.number}`;
  if (act.kind === "read-objections") return `${study}/rounds/objections`;
  if (act.kind === "end-study") return `${study}/settings#end`;
  if (act.kind !== "record-outcomes") return study;
  const [one, ...others] = act.awaited;
  return one && others.length === 0 ? `${study}/rounds/${one.round}#outcomes` : `${study}/rounds/outcomes`;
}
