type NotSeen = readonly { readonly kind: RegExp; readonly because: string }[];

/**
 * Values that a forging server can change undetectably after the last hash that a reader kept, because the log only records
 * them.
 */
export const notSeen: NotSeen = [
  { kind: / at$/, because: "times are the server's own unless a witness vouches for them" },
  { kind: /^line$/, because: "the last lines can be removed, and no later line shows it" },
  { kind: /^byte of the last line$/, because: "a digit of its time, which no later entry binds" },
  {
    kind: /^outcome.recorded (value|position|round)$/,
    because: "an outcome and its picked person are the server's statement; a later ballot would bind it",
  },
  {
    kind: /^study.created guidelines hash$|^guidelines.revised hash$/,
    because: "the texts are stored elsewhere",
  },
  { kind: /^people.imported fileHash$/, because: "the imported file is stored elsewhere" },
  { kind: /^round.(closed|cancelled) reason$/, because: "a reason is stated, not computed" },
  { kind: /^round.closed draw decisions$/, because: "the decision on an erased person" },
  { kind: /^seat.added by$/, because: "how an auditor got a seat is stated, not computed" },
  {
    kind: /^study.created settings (panel quorum|presentation fields|learner chance)$/,
    because: "recorded, not computed",
  },
];

/** Further values that it can change with the keys of all seats, because then no signature binds earlier entries. */
export const notSeenWithKeys: NotSeen = [
  {
    kind: /^ballot.opened (verdicts( less)?|salt|nonce)$/,
    because: "the holder of a seat's key votes for it, or leaves a pair open",
  },
  {
    kind: /^round.opened chosen$/,
    because: "who chose the people is stated; an operator's choices are counted",
  },
  {
    kind: /^round.opened people chance$/,
    because: "in a round with an erased person the policy cannot be recomputed",
  },
];
