import { annulmentsPerRound, type Report } from "#server/audit-log/annulments.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";

/** A proposal that no panel has decided yet. */
type Proposal = Report & {
  readonly by: string;
  /** The open round that carries it; null while it is pending. */
  carriedBy: number | null;
};

/** The reports of closed rounds and the proposals about them. */
export class ReportLedger {
  readonly #reports = new Map<string, "reported" | "annulled">();
  /** In the order of their entries. */
  #proposals: Proposal[] = [];

  /** Adds the reports of a round that was closed. */
  report({ round, violations }: EntryBody<"round.closed">): void {
    for (const { high, low } of violations) this.#reports.set(keyOf({ round, high, low }), "reported");
  }

  stateOf(report: Report): "reported" | "annulled" | undefined {
    return this.#reports.get(keyOf(report));
  }

  find(report: Report): Proposal | undefined {
    return this.#proposals.find((one) => keyOf(one) === keyOf(report));
  }

  propose({ round, high, low }: Report, by: string): void {
    this.#proposals.push({ round, high, low, by, carriedBy: null });
  }

  remove(report: Report): void {
    this.#proposals = this.#proposals.filter((one) => keyOf(one) !== keyOf(report));
  }

  /** Returns the oldest pending proposals, as many as a round carries. */
  next(): Report[] {
    return this.#proposals
      .filter((one) => one.carriedBy === null)
      .slice(0, annulmentsPerRound)
      .map(reportOf);
  }

  carry(reports: readonly Report[], round: number): void {
    for (const report of reports) {
      const proposal = this.find(report);
      if (proposal !== undefined) proposal.carriedBy = round;
    }
  }

  /** Makes the proposals of a cancelled round pending again. */
  release(round: number): void {
    for (const proposal of this.#proposals) if (proposal.carriedBy === round) proposal.carriedBy = null;
  }

  decide(report: Report, annulled: boolean): void {
    if (annulled) this.#reports.set(keyOf(report), "annulled");
    this.remove(report);
  }
}

function keyOf({ round, high, low }: Report): string {
  return `${round}/${high}/${low}`;
}

function reportOf({ round, high, low }: Report): Report {
  return { round, high, low };
}
