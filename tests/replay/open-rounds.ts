/** The open rounds, and the numbers of openings (docs/log-format-state.md, "Rounds"). */

import type { Guarded } from "./guarded-settings.ts";
import { tauAfter } from "./guarded-tau.ts";

interface Opened {
  /** The round's number in the log. */
  readonly round: number;
  readonly t: number;
  /** What its closing adds to `ahead`. */
  readonly ahead: number;
  readonly hasPairs: boolean;
}

export class OpenRounds {
  /** Openings that can no longer be undone. */
  t = 0;
  open: readonly Opened[] = [];
  /** All closed rounds. */
  private closed: readonly { readonly t: number; readonly reported: boolean }[] = [];
  /** With picks on average: the sum of all closed rounds' chances less the requested number. */
  ahead = 0;

  get next(): number {
    return Math.max(this.t, this.open.at(-1)?.t ?? 0) + 1;
  }

  /** `ahead`, as if the open rounds were closed. */
  get aheadWithOpen(): number {
    return this.open.reduce((sum, { ahead }) => sum + ahead, this.ahead);
  }

  add(opened: Omit<Opened, "t">): void {
    const t = this.next;
    this.t = t - 1;
    this.open = [...this.open, { ...opened, t }];
  }

  close(round: number, reported: boolean): void {
    const { t, ahead } = this.remove(round);
    this.ahead += ahead;
    this.closed = [...this.closed, { t, reported }];
  }

  /** Ends a round. @returns whether this undid the opening */
  cancel(round: number): boolean {
    const before = this.t;
    const isUndone = this.open.at(-1)?.round === round && this.open.at(-1)?.t === before + 1;
    this.remove(round);
    if (isUndone) this.t = before;
    return isUndone;
  }

  /** tau of the next opening: open rounds with pairs count as reported, others as quiet. */
  tau(settings: Guarded): number {
    const open = this.open.map(({ t, hasPairs }) => ({ t, reported: hasPairs }));
    return course(settings, [...open, ...this.closed]);
  }

  /** tau after the rounds before the oldest open one, and the closed rounds behind that. */
  settled(settings: Guarded) {
    const oldest = this.open[0]?.t ?? Number.POSITIVE_INFINITY;
    const later = this.closed.filter(({ t }) => t > oldest);
    return {
      tau: course(
        settings,
        this.closed.filter(({ t }) => t < oldest),
      ),
      later,
    };
  }

  /** Writes the rounds for a state's head. */
  head(isAveraged: boolean, isGuarded: boolean) {
    const open = this.open.map(({ t, ahead, hasPairs }) => ({
      t,
      ...(isAveraged ? { ahead: String(ahead) } : {}),
      ...(isGuarded ? { hasPairs } : {}),
    }));
    return {
      t: this.t,
      ...(open.length === 0 ? {} : { open }),
      ...(isAveraged ? { ahead: String(this.ahead) } : {}),
    };
  }

  private remove(round: number): Opened {
    const found = this.open.find((one) => one.round === round);
    if (found === undefined) throw new Error(`round ${round} is not open`);
    this.t = this.next - 1;
    this.open = this.open.filter((one) => one !== found);
    return found;
  }
}

function course(
  settings: Guarded,
  rounds: readonly { readonly t: number; readonly reported: boolean }[],
): number {
  return rounds
    .toSorted((a, b) => a.t - b.t)
    .reduce((tau, { t, reported }) => tauAfter(settings, tau, t, reported), settings.tauStart);
}
