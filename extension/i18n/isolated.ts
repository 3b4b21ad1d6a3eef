/** Letters that are written from right to left, and the plane of the old ones. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
/** Characters that turn the direction of what comes after them. */
const TURNS = /\p{Bidi_Control}/gu;

/**
 * A text of somebody else's, fit to stand in a sentence of ours: one that runs from right to left takes nothing of the
 * sentence with it, and none can turn what stands around it.
 */
export function isolated(text: string): string {
  const plain = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
