import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../shared/languages.ts';
import { readMessages } from './read-messages.ts';

test.each(LANGUAGES)(
  'the words of %s are the extension’s own and those that the edge says too, each once',
  async (language) => {
    const keys = (await readMessages(language)).map(({ key }) => key.join('.'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('item.creditCap');
    expect(keys).toContain('broken.says');
  },
);

test.each(LANGUAGES)(
  'words of %s that stand in alerts alone are none of the extension’s',
  async (language) => {
    const sections = (await readMessages(language)).map(({ key: [section] }) => section);
    expect(sections).not.toContain('alert');
  },
);
