/** Proposals to annul reports (docs/log-format-annulments.md). */

import { isList, type Json } from "./canonical.ts";
import { makesReport } from "./decision.ts";
import type { Entry } from "./entries.ts";
import { isEligible } from "./panel.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import type { Round, RoundPerson, Study } from "./study.ts";

/** A reported pair of a closed round. */
export interface Report {
  readonly round: number;
  readonly high: number;
  readonly low: number;
}

/** A proposal that no panel has decided. */
export interface Proposal {
  readonly report: Report;
  readonly by: string;
  /** The open round that votes on it; null while it waits. */
  carriedBy: number | null;
}

export type Vote = "annul" | "keep" | null;

const MOST = 5;
const REASONS = ["given-by-mistake", "wrong-data", "guidelines-changed", "other"] as const;
const KEYS = ["round", "high", "low"];

export function annulmentProposed(study: Study, { body }: Entry): void {
  body.only([...KEYS, "reason", "by"]).word("reason", REASONS);
  const report = readReport(body);
  const by = readProposer(study, body);
  study.problems.same("report proposed", "reported", study.reports.get(nameOf(report)) ?? "none");
  const isFirst = !study.proposals.some((one) => nameOf(one.report) === nameOf(report));
  study.problems.require(isFirst, "report proposed", "no open proposal", report);
  study.proposals.push({ report, by, carriedBy: null });
}

export function annulmentWithdrawn(study: Study, { body }: Entry): void {
  const report = readReport(body.only([...KEYS, "by"]));
  const by = readProposer(study, body);
  const place = study.proposals.findIndex((one) => nameOf(one.report) === nameOf(report));
  const found = study.proposals[place];
  const mayBe = found !== undefined && found.by === by && found.carriedBy === null;
  study.problems.require(mayBe, "proposal withdrawn", "of the same proposer, and waiting", report);
  if (found !== undefined) study.proposals.splice(place, 1);
}

function readProposer({ seats, problems }: Study, body: Fields): string {
  const by = body.text("by");
  problems.require(by === "operator" || seats.get(by) === "active", "proposer", "operator or a seat", by);
  return by;
}

/** The first five waiting proposals, or none without an eligible pair. */
export function carried(study: Study, body: Fields, people: readonly RoundPerson[]): Report[] {
  const { alpha } = study.knownSettings();
  const chances = people.map(({ chance }) => chance);
  const isJudged = chances.some((_, high) =>
    chances.some((__, low) => isEligible(chances, alpha, { high, low })),
  );
  const waiting = study.proposals.filter(({ carriedBy }) => carriedBy === null).map(({ report }) => report);
  const found = body.get("annulments") === undefined ? [] : body.objects("annulments");
  const logged = found.map((one) => readReport(one.only(KEYS)));
  if (body.get("annulments") !== undefined && logged.length === 0)
    throw new Broken("annulments", "at least one, or no such key", "none");
  study.problems.same("proposals of an opening", isJudged ? waiting.slice(0, MOST) : [], logged);
  for (const proposal of study.proposals) {
    if (logged.some((report) => nameOf(report) === nameOf(proposal.report)))
      proposal.carriedBy = body.whole("round", 1);
  }
  return logged;
}

/** Reads one vote for each proposal of the opening; without proposals the key is absent. */
export function readVotes({ annulments }: Round, body: Fields): Vote[] {
  if (annulments.length === 0) return [];
  const votes = body.list("votes").map((vote: Json): Vote => {
    if (vote === "annul" || vote === "keep" || vote === null) return vote;
    throw new Broken("vote", "annul, keep or null", vote);
  });
  if (votes.length !== annulments.length) throw new Broken("votes", String(annulments.length), votes.length);
  return votes;
}

/** Counts votes to annul at the close, like flags. @returns the annulled proposals */
export function decideAnnulments(study: Study, round: Round, body: Fields): Report[] {
  if (round.annulments.length === 0) return [];
  const votes = round.panel.map((seat) => round.opened.find((one) => one.seat === seat)?.votes ?? []);
  const expected = round.annulments.map((report, place) => {
    const places = new Set(votes.flatMap((own, seat) => (own[place] === "annul" ? [seat] : [])));
    const annulled = makesReport(round.rule, round.neededFlags, places);
    const { high, low, round: of } = report;
    return { annulled, high, low, round: of, voteCount: places.size };
  });
  const list = body.get("annulments");
  study.problems.same("decisions about proposals", expected, isList(list) ? list : "none");
  const logged = body.objects("annulments").map((one) => {
    one.only([...KEYS, "voteCount", "annulled"]).whole("voteCount");
    return { report: readReport(one), annulled: one.flag("annulled") };
  });
  for (const { report, annulled } of logged) {
    if (annulled) study.reports.set(nameOf(report), "annulled");
    const place = study.proposals.findIndex((one) => nameOf(one.report) === nameOf(report));
    if (place >= 0) study.proposals.splice(place, 1);
  }
  return logged.flatMap(({ report, annulled }) => (annulled ? [report] : []));
}

/** Returns the proposals of a cancelled round to the waiting list. */
export function release({ proposals }: Study, round: number): void {
  for (const proposal of proposals) if (proposal.carriedBy === round) proposal.carriedBy = null;
}

/** Adds the reports of a closed round. */
export function takeReports(
  study: Study,
  round: number,
  pairs: readonly { high: number; low: number }[],
): void {
  for (const { high, low } of pairs) study.reports.set(nameOf({ round, high, low }), "reported");
}

/** Returns the two people of a report. */
export function peopleOf(study: Study, { round, high, low }: Report): [high: string, low: string] {
  const people = study.rounds.get(round)?.people ?? [];
  return [people[high]?.person ?? "", people[low]?.person ?? ""];
}

function readReport(fields: Fields): Report {
  return { round: fields.whole("round", 1), high: fields.whole("high"), low: fields.whole("low") };
}

function nameOf({ round, high, low }: Report): string {
  return `${round}/${high}/${low}`;
}
