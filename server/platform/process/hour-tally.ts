const minute = 60_000;
const minutes = 60;

type Bucket = { readonly minute: number; sum: number; most: number };

/** Counts and measurements of the last hour, by minute. */
export class HourTally {
  #buckets: Bucket[] = [];

  note(value: number, now = Date.now()): void {
    const bucket = this.#bucketOf(Math.floor(now / minute));
    bucket.sum += value;
    bucket.most = Math.max(bucket.most, value);
  }

  sum(now = Date.now()): number {
    return this.#within(now).reduce((all, { sum }) => all + sum, 0);
  }

  most(now = Date.now()): number {
    return Math.max(0, ...this.#within(now).map(({ most }) => most));
  }

  /**
   * Number of minutes kept.
   *
   * @internal
   */
  get kept(): number {
    return this.#buckets.length;
  }

  #bucketOf(at: number): Bucket {
    const last = this.#buckets.at(-1);
    if (last?.minute === at) return last;
    const bucket = { minute: at, sum: 0, most: 0 };
    this.#buckets = [...this.#buckets.slice(-minutes), bucket];
    return bucket;
  }

  #within(now: number): Bucket[] {
    const first = Math.floor(now / minute) - minutes;
    return this.#buckets.filter((bucket) => bucket.minute > first);
  }
}
