/** The number of entries of a downloaded log; its length in bytes is unknown until it ends. */
export const entryCountHeader = "x-evenhand-entries";
