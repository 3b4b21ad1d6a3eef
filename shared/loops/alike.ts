import { isUnspaced, type PromptWords } from './prompt-words.ts';

/** At least so much of the weight of two prompts is in words that both have. These constants are measured (`e2e/loops`). */
const ALIKE_MIN = 0.46;
/** After a deployment or a restore only what is nearly the same goes on. */
const SAME_MIN = 0.6;
/** How much the words count that only the longer prompt has: who reports a fault again says more or less of it. */
const MOST_PART = 0.15;
/** How much less a word weighs for each other subject of the account in which it stands. */
const COMMON_PART = 0.3;
/** Shared words must weigh this much, so that two prompts of few words are not alike by a small word. */
const SHARED_MIN = 1;
/** What stands beside a quoted text that both have weighs no more than this where the text is what both are about. */
const BESIDE_QUOTED_MAX = 2.5;
/** Prompts that have so much of their form in common and differ at one place ask for one of several similar things. */
const SAME_FORM_MIN = 0.55;
/** What two prompts with one status code must share beside it, so that they are about the same request. */
const BESIDE_CODE_MIN = 1;
/** Pairs of letters differ at both sides of each word that differs. */
const PAIRS_PART = 0.84;
/** Stretches that differ between two of a list of similar things. */
const SAME_FORM_GAPS = 3;
/** A run of words of this weight is a text that was pasted: an error, mostly. */
const PHRASE_MIN = 2.6;
/** From so many words in common on, the shorter prompt is what is compared. */
const SAME_FORM_WORDS = 3;
/** A word of this many letters counts fully; shorter words are small words in most languages. */
const FULL_WEIGHT_LETTERS = 7;

/** In how many other subjects of the account a word stands. */
export type Commonness = (word: string) => number;

/** Whether two prompts are about the same thing, independent of their language. */
export function areAlike(a: PromptWords, b: PromptWords, commonness: Commonness, isFar = false): boolean {
  const places = sharedOf(a.places, b.places);
  if (places > 0) return true;
  if (a.places.size > 0 && b.places.size > 0) return false;
  const { shared, count, onlyA, onlyB } = weigh(a.words, b.words, commonness);
  const isQuoted = sharedOf(a.quoted, b.quoted) > 0;
  if (isQuoted && onlyB <= BESIDE_QUOTED_MAX) return true;
  if (sharedOf(a.codes, b.codes) > 0 && shared >= BESIDE_CODE_MIN) return true;
  if (haveOneForm(a.letters, b.letters)) return false;
  if (!isQuoted && phraseWeight(a.text, b.text) >= PHRASE_MIN) return true;
  const least = Math.min(onlyA, onlyB);
  const most = Math.max(onlyA, onlyB);
  const isOfPairs = a.letters.some(isUnspaced) && b.letters.some(isUnspaced);
  const atLeast = (isFar ? SAME_MIN : ALIKE_MIN) * (isOfPairs ? PAIRS_PART : 1);
  return count >= 2 && shared >= SHARED_MIN && shared / (shared + least + MOST_PART * most) >= atLeast;
}

const sharedOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((text) => b.has(text)).length;

function weigh(a: readonly string[], b: readonly string[], commonness: Commonness) {
  const left = new Set(b);
  const byStem = Map.groupBy(left, stemOf);
  let shared = 0;
  let count = 0;
  let onlyA = 0;
  for (const word of new Set(a)) {
    const weight = wordWeight(word) / (1 + COMMON_PART * commonness(word));
    const isOther = (other: string) => left.has(other) && isFormOf(word, other);
    const twin = left.has(word) ? word : byStem.get(stemOf(word))?.find(isOther);
    if (twin === undefined) onlyA += weight;
    else {
      shared += weight;
      count += 1;
      left.delete(twin);
    }
  }
  let onlyB = 0;
  for (const word of left) onlyB += wordWeight(word) / (1 + COMMON_PART * commonness(word));
  return { shared, count, onlyA, onlyB };
}

/** A long word says more of what a prompt is about; a pair of kana alone is grammar more often than not. */
export function wordWeight(word: string): number {
  if (word.startsWith('/')) return 1.5;
  if (isUnspaced(word)) return /[\p{Script=Han}\p{Script=Katakana}]/u.test(word) ? 0.6 : 0.3;
  const letters = [...word].length * (/\p{Script=Hangul}/u.test(word) ? 2 : 1);
  return Math.min(1, letters / FULL_WEIGHT_LETTERS);
}

/** Forms of one word begin alike. */
const stemOf = (word: string): string => word.slice(0, /\p{Script=Hangul}/u.test(word) ? 2 : 4);

/** Whether two words are forms of one: "upload" and "uploading", "корзина" and "корзины". */
function isFormOf(a: string, b: string): boolean {
  if (isUnspaced(a) || isUnspaced(b) || a.startsWith('/') || b.startsWith('/')) return false;
  const shorter = Math.min(a.length, b.length);
  const isHangul = /\p{Script=Hangul}/u.test(a);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  return same >= (isHangul ? 2 : 4) && (same >= shorter - 1 || same / Math.max(a.length, b.length) >= 0.6);
}

/** The weight of the longest run of words that both have: who pastes an error pastes all of it, whatever stands around it. */
function phraseWeight(a: readonly string[], b: readonly string[]): number {
  let most = 0;
  const places = Map.groupBy(b.keys(), (at) => b[at]);
  // The weight of the run that ends with the word before at each place of the other prompt.
  let before = new Map<number, number>();
  for (const word of a) {
    const weight = phraseWordWeight(word);
    const runs = new Map<number, number>();
    for (const at of places.get(word) ?? []) {
      const run = (before.get(at - 1) ?? 0) + weight;
      runs.set(at, run);
      most = Math.max(most, run);
    }
    before = runs;
  }
  return most;
}

const phraseWordWeight = (word: string): number =>
  isUnspaced(word) ? 0.25 : Math.max(0.3, wordWeight(word));

/** Whether stretches were replaced by others and the rest is the same: "a page for Berlin", "a page for Hamburg". */
function haveOneForm(a: readonly string[], b: readonly string[]): boolean {
  // Letters of scripts without spaces recur too often for their longest common part to say anything.
  return (
    areReplaced(a, b, [gapBetweenEnds(a, b)]) || (!a.some(isUnspaced) && areReplaced(a, b, gapsOf(a, b)))
  );
}

function areReplaced(a: readonly string[], b: readonly string[], gaps: readonly Gap[]): boolean {
  const same = a.length - gaps.reduce((sum, [left]) => sum + left.length, 0);
  const shorter = Math.min(a.length, b.length);
  const compared = same >= SAME_FORM_WORDS ? shorter : Math.max(a.length, b.length);
  if (gaps.length === 0 || gaps.length > SAME_FORM_GAPS || same / compared < SAME_FORM_MIN) return false;
  return gaps.every(([left, right]) => {
    const least = Math.min(left.length, right.length);
    const kept = left.filter((word) => right.some((other) => word === other || isFormOf(word, other))).length;
    return least > 0 && kept < least / 2;
  });
}

/** What stands in one prompt and what stands there in the other. */
type Gap = readonly [string[], string[]];

/** The stretches in which two rows of words differ, by their longest common part. */
function gapsOf(a: readonly string[], b: readonly string[]): Gap[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const gaps: Gap[] = [];
  let gap: Gap = [[], []];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      if (gap[0].length + gap[1].length > 0) gaps.push(gap);
      gap = [[], []];
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      gap[0].push(a[i++]!);
    else gap[1].push(b[j++]!);
  }
  if (gap[0].length + gap[1].length > 0) gaps.push(gap);
  return gaps;
}

/** The one stretch between what both begin and end with. */
function gapBetweenEnds(a: readonly string[], b: readonly string[]): Gap {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
