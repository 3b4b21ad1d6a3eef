import { isUnspaced, type PromptWords } from './prompt-words.ts';

/** At least so much of the weight of two prompts is in words that both have. These constants are measured (`e2e/loops`). */
const ALIKE_MIN = 0.5;
/** After a deployment or a restore only what is nearly the same goes on. */
export const SAME_MIN = 0.6;
/** How much the words count that only the longer prompt has: who reports a fault again says more or less of it. */
const MOST_PART = 0.15;
/** How much less a word weighs for each other subject of the account in which it stands. */
const COMMON_PART = 0.3;
/** Shared words must weigh this much, so that two prompts of few words are not alike by a small word. */
const SHARED_MIN = 0.85;
/** What stands beside a quoted text that both have weighs no more than this where the text is what both are about. */
const BESIDE_QUOTED_MAX = 2.5;
/** Prompts that have so much of their form in common and differ at one place ask for one of several similar things. */
const SAME_FORM_MIN = 0.6;
/** From so many words in common on, the shorter prompt is what is compared. */
const SAME_FORM_WORDS = 3;
/** A word of this many letters counts fully; shorter words are small words in most languages. */
const FULL_WEIGHT_LETTERS = 7;

/** In how many other subjects of the account a word stands. */
export type Commonness = (word: string) => number;

/** Whether two prompts are about the same thing, independent of their language. */
export function areAlike(
  a: PromptWords,
  b: PromptWords,
  commonness: Commonness,
  atLeast = ALIKE_MIN,
): boolean {
  const places = sharedOf(a.places, b.places);
  if (places > 0) return true;
  if (a.places.size > 0 && b.places.size > 0) return false;
  const { shared, count, onlyA, onlyB } = weigh(a.words, b.words, commonness);
  if (sharedOf(a.quoted, b.quoted) > 0 && onlyB <= BESIDE_QUOTED_MAX) return true;
  if (differsAtOnePlace(a.letters, b.letters)) return false;
  const least = Math.min(onlyA, onlyB);
  const most = Math.max(onlyA, onlyB);
  return count >= 2 && shared >= SHARED_MIN && shared / (shared + least + MOST_PART * most) >= atLeast;
}

const sharedOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((text) => b.has(text)).length;

function weigh(a: readonly string[], b: readonly string[], commonness: Commonness) {
  const left = new Set(b);
  let shared = 0;
  let count = 0;
  let onlyA = 0;
  for (const word of new Set(a)) {
    const weight = wordWeight(word) / (1 + COMMON_PART * commonness(word));
    const twin = left.has(word) ? word : [...left].find((other) => isFormOf(word, other));
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

/** Whether two words are forms of one: "upload" and "uploading", "корзина" and "корзины". */
function isFormOf(a: string, b: string): boolean {
  if (isUnspaced(a) || isUnspaced(b) || a.startsWith('/') || b.startsWith('/')) return false;
  const shorter = Math.min(a.length, b.length);
  const isHangul = /\p{Script=Hangul}/u.test(a);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  return same >= (isHangul ? 2 : 4) && (same >= shorter - 1 || same / Math.max(a.length, b.length) >= 0.6);
}

/** Whether one stretch was replaced by another and the rest is the same: "a page for Berlin", "a page for Hamburg". */
function differsAtOnePlace(a: readonly string[], b: readonly string[]): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = start + end;
  const compared = same >= SAME_FORM_WORDS ? shorter : Math.max(a.length, b.length);
  if (same >= shorter || same / compared < SAME_FORM_MIN) return false;
  const replaced = a.slice(start, a.length - end);
  const left = b.slice(start, b.length - end);
  const least = Math.min(replaced.length, left.length);
  const kept = replaced.filter((word) =>
    left.some((other) => word === other || isFormOf(word, other)),
  ).length;
  return kept < least / 2;
}
