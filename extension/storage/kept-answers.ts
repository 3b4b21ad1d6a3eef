import { browser } from 'wxt/browser';
import type { InstantMs } from '../../shared/time.ts';
import { localEntries } from './stored-item.ts';

/** An answer of the edge that the console paints from before it is read again. */
export type KeptAnswer = { value: unknown; readAt: InstantMs };

const PREFIX = 'answer:';
/** Of one answer, as JSON. A longer one is shown, not kept. */
const ANSWER_MAX_CHARACTERS = 200_000;
/** Of all together: a fifth of what a browser lets an extension keep. */
const TOTAL_MAX_CHARACTERS = 2_000_000;

/** What was read of `path` last; null where nothing is kept. */
export async function keptAnswer(path: string): Promise<KeptAnswer | null> {
  const key = PREFIX + path;
  const { [key]: kept } = await browser.storage.local.get(key);
  return isKept(kept) ? kept : null;
}

/** Keeps an answer; those that were read longest ago make room for it. */
export async function keepAnswer(path: string, answer: KeptAnswer): Promise<void> {
  const size = sizeOf(answer);
  if (size > ANSWER_MAX_CHARACTERS) return browser.storage.local.remove(PREFIX + path);
  const others = (await localEntries(PREFIX))
    .filter(([rest]) => rest !== path)
    .map(([rest, value]) => ({ rest, size: sizeOf(value), readAt: isKept(value) ? value.readAt : 0 }))
    .toSorted((one, other) => other.readAt - one.readAt);
  let total = size;
  const gone = others.filter((other) => {
    total += other.size;
    return total > TOTAL_MAX_CHARACTERS;
  });
  if (gone.length > 0) await browser.storage.local.remove(gone.map(({ rest }) => PREFIX + rest));
  await browser.storage.local.set({ [PREFIX + path]: answer });
}

/** Forgets all: what one edge answered says nothing of another. */
export async function forgetAnswers(): Promise<void> {
  await browser.storage.local.remove((await localEntries(PREFIX)).map(([rest]) => PREFIX + rest));
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

function isKept(value: unknown): value is KeptAnswer {
  return typeof value === 'object' && value !== null && 'readAt' in value && typeof value.readAt === 'number';
}
