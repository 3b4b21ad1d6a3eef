import { join } from 'node:path';
import { type ParsedMessage, parseMessagesFile } from '@wxt-dev/i18n/build';
import type { Language } from '../../../shared/languages.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Files of a language: the extension's own words, and those that the edge says too. */
export const messageFiles = (language: Language): [own: string, shared: string] => [
  join(ROOT, 'extension', 'locales', `${language}.yml`),
  join(ROOT, 'shared', 'words', `${language}.json`),
];

/** Every message of the extension, the last part of its key after its section's. */
export async function readMessages(language: Language): Promise<ParsedMessage[]> {
  const [own, shared] = await Promise.all(messageFiles(language).map((file) => parseMessagesFile(file)));
  const alsoSaid = (shared ?? [])
    .map((message) => ({ ...message, key: message.key.flatMap((part) => part.split('.')) }))
    .filter(({ key: [section = ''] }) => section !== 'alert' && !section.startsWith('@@'));
  return [...alsoSaid, ...(own ?? [])];
}
