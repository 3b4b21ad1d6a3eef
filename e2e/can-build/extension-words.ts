import { join } from 'node:path';
import { generateChromeMessages } from '@wxt-dev/i18n/build';
import { readMessages } from '../../extension/modules/messages/read-messages.ts';
import type { Blocker } from '../../shared/spending/blocker.ts';
import type { Verdict } from '../../shared/spending/verdict.ts';

const EXTENSION = join(import.meta.dirname, '../../extension');

/** Types of the extension's modules used here; their own need its compiler settings. */
type Words = {
  verdictWords(
    verdict: Verdict,
    naming: unknown,
    now: number,
  ): { title: string; brief: string; facts: string; unlooked: string };
  blockerSentence(blocker: Blocker, naming: unknown, now: number): string;
  namingOf(known: { names: Record<string, string> }, screened: boolean): unknown;
};

/** The extension's words in English, outside a browser: only the message API is faked. */
export async function extensionWords(): Promise<Words> {
  const messages: Record<string, { message: string }> = generateChromeMessages(await readMessages('en'));
  const i18n = {
    getMessage: (key: string) => messages[key]?.message ?? '',
    getUILanguage: () => 'en-GB',
  };
  Object.assign(globalThis, { chrome: { i18n } });
  const blockers = await import(join(EXTENSION, 'i18n/blocker-words.ts'));
  const verdicts = await import(join(EXTENSION, 'i18n/verdict-words.ts'));
  const { namingOf } = await import(join(EXTENSION, 'i18n/naming.ts'));
  return { ...blockers, ...verdicts, namingOf };
}
