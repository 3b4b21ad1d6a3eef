/**
 * Invisible characters: Unicode's default-ignorable ones (tags, variation selectors, zero-width and joining
 * characters, bidi controls, fillers), control characters except tab and line ends, interlinear marks.
 */
const INVISIBLE = /(?:(?![\t\n\f\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb])+/gu;
const SOFT_HYPHEN = /\u00ad/g;

const EMOJI_BASE = /\p{Emoji}/u;
const BEFORE_EMOJI_JOINER = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const AFTER_EMOJI_JOINER = /\p{Extended_Pictographic}/u;
/** Scripts in which a joiner or non-joiner changes how a word is written. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Scripts without spaces, in which a zero-width space may stand between words. */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IDEOGRAPH = /\p{Ideographic}/u;
const IDEOGRAPH_VARIANT = /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u;
const MONGOLIAN = /\p{Script=Mongolian}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Marks, embeddings and isolates. The overrides (U+202D, U+202E) change the visible order of a text. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/g;
const BIDI_IN_A_ROW_MAX = 2;
/** The flags of England, Scotland and Wales, the only ones written in tags. */
const FLAG_TAGS = new Set(['gbeng', 'gbsct', 'gbwls'].map((region) => `${inTags(region)}\u{e007f}`));

/** A text without invisible characters, and what they were. */
export interface Stripped {
  text: string;
  /** Number of removed code points, without soft hyphens, which are typography. */
  count: number;
  /** What the removed tag characters spell in ASCII, a way to hide orders to an AI. */
  spelled: string;
}

/** Removes invisible characters except those that a language or an emoji needs. */
export function stripInvisible(text: string): Stripped {
  INVISIBLE.lastIndex = 0;
  if (!INVISIBLE.test(text)) return { text, count: 0, spelled: '' };
  const rightToLeft = RIGHT_TO_LEFT.test(text);
  let count = 0;
  let spelled = '';
  const stripped = text.replace(INVISIBLE, (run, offset: number) => {
    // Compared one by one, without `$`: Chromium 156 misses characters beyond U+FFFF after a character class.
    const before = [...text.slice(Math.max(0, offset - 2), offset)].at(-1) ?? '';
    const [after = ''] = text.slice(offset + run.length, offset + run.length + 2);
    const kept = keptOf(run, before, after, rightToLeft);
    if (kept === run) return run;
    const removed = [...run.replace(SOFT_HYPHEN, '')];
    count += removed.length - [...kept].length;
    spelled += removed.map(asTag).join('');
    return kept;
  });
  return { text: stripped, count, spelled };
}

/** The part of a run of invisible characters that its neighbors need. */
function keptOf(run: string, before: string, after: string, rightToLeft: boolean): string {
  if ((run === '\ufe0f' || run === '\ufe0e') && EMOJI_BASE.test(before)) return run;
  if (/^\ufe0f?\u200d$/.test(run) && BEFORE_EMOJI_JOINER.test(before) && AFTER_EMOJI_JOINER.test(after))
    return run;
  if ((run === '\u200c' || run === '\u200d') && JOINING.test(before)) return run;
  if (run === '\u200b' && SPACELESS.test(before)) return run;
  if ([...run].length === 1 && IDEOGRAPH_VARIANT.test(run) && IDEOGRAPH.test(before)) return run;
  if (/^[\u180b-\u180f]$/.test(run) && MONGOLIAN.test(before)) return run;
  if (before === '\u{1f3f4}' && FLAG_TAGS.has(run)) return run;
  if (rightToLeft) return (run.match(BIDI) ?? []).slice(0, BIDI_IN_A_ROW_MAX).join('');
  return '';
}

function asTag(char: string): string {
  const code = (char.codePointAt(0) ?? 0) - 0xe0000;
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '';
}

function inTags(text: string): string {
  return [...text].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join('');
}
