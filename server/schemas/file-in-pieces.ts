/**
 * A file that says on its way how much of it is made. A page asks for it by this type in `Accept`; what goes on after an
 * interruption is asked for as of any file, by `Range` and `If-Range`.
 */
export const inPiecesType = "application/vnd.evenhand.pieces";

/** From which byte of the file on the pieces are: 0 where the server could not go on. */
export const piecesFromHeader = "x-evenhand-from";

/**
 * Bytes before each piece: its length, then the share of the file that is made in millionths, each as an unsigned number of 32
 * bits, high byte first. A piece without bytes only tells the share.
 */
export const pieceHeadLength = 8;
export const wholeShare = 1_000_000;

/** In place of the last share. A file without it was cut off. */
export const wholeMark = 0xffff_ffff;
