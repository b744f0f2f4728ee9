import { formatCount, formatNumber, plural } from "#server/format.ts";
import type { Act, OpenRoundFacts } from "#server/rounds/inbox/next-action.ts";

type Words = { readonly title: string; readonly text: string };

/** Describes an action: a heading that states the fact, and a sentence on its effect or what it waits for. */
export function actWords(act: Act): Words {
  switch (act.kind) {
    case "finish-draft":
      return { title: "This study is a draft", text: "Nothing is published yet, and only you see it." };
    case "seat-auditors":
      return {
        title: "Nobody sits on the panel yet",
        text: "A round needs at least one auditor with a seat.",
      };
    case "import-people":
      return { title: "Nobody waits for a round", text: "Everybody who was imported has stood in one." };
    case "open":
      return {
        title: `Round ${act.round} can open`,
        text: "Its chances are recorded at that moment.",
      };
    case "close":
      return closeWords(act.why, act.round);
    case "extend":
      return extendWords(act.round, act.quorum);
    case "record-outcomes":
      return {
        title: outcomesTitle(act.awaited),
        text: "They may come months later, and rounds go on without them: each counts with the chance of its own round.",
      };
    case "end-study":
      return { title: "All planned rounds are played", text: "No further round can be opened." };
    case "judge":
      return { title: `Round ${act.round.number} waits for your verdicts`, text: "You have not sealed yet." };
    case "sealed":
      return {
        title: `You have sealed round ${act.round.number}`,
        text: "The result comes when its operator closes it.",
      };
    case "too-late":
      return {
        title: `The deadline of round ${act.round.number} is over`,
        text: "You did not seal, so you count as having flagged nothing.",
      };
    case "being-judged":
      return {
        title: `Round ${act.round.number} is being judged`,
        text: `${ballotsIn(act.round)} in.`,
      };
    case "being-drawn":
      return {
        title: `Round ${act.round.number} is closing`,
        text: "No ballot is taken any more. Its draw waits for a public number; then it closes by itself.",
      };
    case "wait-for-round":
      return { title: "No round is open", text: "The operator opens the next one." };
    case "closed-for-writing":
      return {
        title: "The record is damaged",
        text: "Nothing can be opened, judged or sealed until whoever runs this server has put it back from a backup.",
      };
    case "ended":
      return { title: "The study is over", text: "No outcome is awaited." };
  }
}

function closeWords(why: (Act & { kind: "close" })["why"], round: OpenRoundFacts): Words {
  const { number, seatCount } = round;
  if (why === "no-pairs") {
    return {
      title: `Round ${number} has no pair to judge`,
      text: "No auditor is asked. Closing shows what was decided.",
    };
  }
  if (why === "all-sealed") {
    return {
      title: `${plural(seatCount, "The one ballot", `All ${seatCount} ballots`)} of round ${number} ${plural(seatCount, "is", "are")} in`,
      text: `Closing counts the flags and shows what was decided. Until then auditors can replace their ballots.${round.closesByItself ? " It closes by itself ten minutes after the last ballot." : ""}`,
    };
  }
  if (why === "all-ended") {
    return {
      title: `All seats of round ${number} have ended`,
      text: "Nobody can seal in it any more. Closing decides without a flag; cancelling lets its people wait again.",
    };
  }
  const missing = `${formatCount(missingIn(round), "seat")} did not seal and ${plural(missingIn(round), "counts", "count")} as having flagged nothing.`;
  if (why === "deadline-over") {
    return {
      title: `The deadline of round ${number} is over`,
      text: `${ballotsIn(round)} in. ${missing}${byItself(round)}`,
    };
  }
  return {
    title: "Or close it as it is",
    text: `${reachWords(round)} ${missing} The quorum does not stop you.${byItself(round)}`,
  };
}

function extendWords(round: OpenRoundFacts, quorum: number): Words {
  const { number, sealedCount } = round;
  const are = plural(sealedCount, "ballot is", "ballots are");
  return {
    title: `Round ${number}: ${sealedCount} ${are} in, the quorum is ${quorum}`,
    text: `The deadline is over. ${formatCount(missingIn(round), "seat")} ${plural(missingIn(round), "has", "have")} not sealed. The record keeps each extension.${byItself(round)}`,
  };
}

/** Describes what happens if the operator does nothing. */
function byItself({ closesByItself }: OpenRoundFacts): string {
  return closesByItself ? " Otherwise it closes by itself, a minute after its deadline." : "";
}

/** Describes whether fewer ballots were sealed than flags are needed. */
function reachWords({ neededFlags, sealedCount }: OpenRoundFacts): string {
  const needed = `${formatCount(neededFlags, "flag")} ${plural(neededFlags, "is", "are")} needed`;
  if (sealedCount >= neededFlags) return `${needed}, so a pair can still be reported.`;
  return `${needed}, so no pair can be reported.`;
}

/** Counts ballots with their verb, such as "1 of 3 ballots is". */
function ballotsIn({ sealedCount, seatCount }: OpenRoundFacts): string {
  return `${sealedCount} of ${formatCount(seatCount, "ballot")} ${plural(sealedCount, "is", "are")}`;
}

function missingIn({ seatCount, sealedCount }: OpenRoundFacts): number {
  return seatCount - sealedCount;
}

function outcomesTitle(awaited: readonly { round: number; count: number }[]): string {
  const count = awaited.reduce((total, each) => total + each.count, 0);
  const of = plural(awaited.length, `round ${awaited[0]?.round}`, `${awaited.length} rounds`);
  return `${formatCount(count, "outcome")} of ${of} ${plural(count, "is", "are")} awaited`;
}

/** Returns the label of the button that leads to an action or performs it. */
export function buttonOf(act: Act): string {
  switch (act.kind) {
    case "finish-draft":
      return "Go on with the draft";
    case "seat-auditors":
      return "Seat or invite auditors";
    case "import-people":
      return "Import more people";
    case "open":
      return `Open round ${act.round}`;
    case "close":
      return `Close round ${act.round.number}`;
    case "extend":
      return `Extend round ${act.round.number}`;
    case "record-outcomes":
      return "Enter outcomes";
    case "end-study":
      return "End the study";
    case "judge":
      return `Judge round ${act.round.number}`;
    case "sealed":
    case "too-late":
    case "being-judged":
    case "being-drawn":
      return `Round ${act.round.number}`;
    case "wait-for-round":
    case "closed-for-writing":
    case "ended":
      return "Open the study";
  }
}

/** Returns the page on which an action is done: the study's own, unless the action has a page of its own. */
export function actAddress(studyId: string, act: Act): string {
  const study = `/studies/${studyId}`;
  if (act.kind === "finish-draft") return `${study}/draft`;
  if (act.kind === "seat-auditors") return `${study}/panel`;
  if (act.kind === "import-people") return `${study}/people`;
  if (act.kind === "judge") return `${study}/judging/${act.round.number}`;
  if (act.kind === "being-judged" || act.kind === "being-drawn") return `${study}/rounds/${act.round.number}`;
  if (act.kind === "end-study") return `${study}/settings#end`;
  if (act.kind !== "record-outcomes") return study;
  const [one, ...others] = act.awaited;
  return one && others.length === 0 ? `${study}/rounds/${one.round}#outcomes` : `${study}/rounds/outcomes`;
}

/** Counts the played rounds: "3 of 30", or "3". */
export function playedWords({
  closedCount,
  plannedCount,
}: {
  closedCount: number;
  plannedCount: number | null;
}) {
  return plannedCount === null
    ? formatNumber(closedCount)
    : `${formatNumber(closedCount)} of ${formatNumber(plannedCount)}`;
}

/** Counts studies that need an action: "2 of 5 studies wait for you." */
export function inboxWords(waiting: number, all: number): string {
  if (waiting === 0) return "Nothing waits for you.";
  if (all === 1) return "It waits for you.";
  return `${formatNumber(waiting)} of ${formatNumber(all)} studies ${plural(waiting, "waits", "wait")} for you.`;
}
