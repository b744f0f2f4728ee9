type NotSeen = readonly { readonly kind: RegExp; readonly because: string }[];

/**
 * What a server that makes everything anew can change after the last hash that somebody kept, with nothing in the files to say
 * otherwise: what the log only records.
 */
export const notSeen: NotSeen = [
  { kind: / at$/, because: "times are the server's own, while no witness vouches for them" },
  { kind: /^line$/, because: "the last lines can be cut off, and nothing after them says so" },
  { kind: /^byte of the last line$/, because: "a digit of its time, which no later entry binds" },
  {
    kind: /^outcome.recorded (value|position|round)$/,
    because:
      "how it went, and for whom of those picked, is what the server says; a later ballot would bind it",
  },
  { kind: /^study.created guidelines hash$|^guidelines.revised hash$/, because: "the texts lie elsewhere" },
  { kind: /^people.imported fileHash$/, because: "the file that was imported lies elsewhere" },
  { kind: /^round.(closed|cancelled) reason$/, because: "a reason is said, not computed" },
  { kind: /^round.closed draw decisions$/, because: "the decision on somebody who was erased" },
  { kind: /^seat.added by$/, because: "how somebody came to a seat is said, not computed" },
  {
    kind: /^study.created settings (panel quorum|presentation fields|learner chance)$/,
    because: "recorded, not computed",
  },
];

/** What it can change beside, where it has the keys of all seats: then no signature binds what stands before it. */
export const notSeenWithKeys: NotSeen = [
  {
    kind: /^ballot.opened (verdicts( less)?|salt|nonce)$/,
    because: "the holder of a seat's key votes for it, or leaves a pair open",
  },
  {
    kind: /^round.opened chosen$/,
    because: "who chose the people is said; what an operator chose is counted",
  },
  {
    kind: /^round.opened people chance$/,
    because: "of a round with somebody whose features are gone: what the policy was then cannot be computed",
  },
];
