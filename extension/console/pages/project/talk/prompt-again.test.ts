import { expect, it } from 'vitest';
import { assemblePrompt } from '../../../../launch/launch-request.ts';
import type { DraftReference } from '../../../../storage/drafts.ts';
import { promptedIn } from './prompt-again.ts';

const reference: DraftReference = {
  ...{ kind: 'selection', title: 'Menu', url: 'https://a.example/menu', capturedAt: 5, text: 'Tea & cake' },
  ...{ notes: [], candidates: [] },
};

it('takes the words, the page and the files of a prompt out of the conversation as they were sent', () => {
  const said = {
    author: 'user',
    message: assemblePrompt('Add the menu', reference).replaceAll('&', '&amp;'),
    createdAt: '2026-11-22T09:00:00.000Z',
    files: [
      { name: 'a&amp;b.png', url: 'https://s.example/x?a=1&amp;b=2', imageDescription: 'The logo' },
      { name: 'lost.png' },
    ],
  };
  expect(promptedIn(said)).toMatchObject({
    words: 'Add the menu',
    reference: { kind: 'selection', url: 'https://a.example/menu', text: 'Tea & cake' },
    attachments: [
      {
        name: 'a&b.png',
        description: 'The logo',
        source: { kind: 'address', url: 'https://s.example/x?a=1&b=2' },
      },
    ],
  });
  expect(promptedIn({ author: 'user', message: 'Add prices' })).toEqual({
    ...{ words: 'Add prices', reference: null, keptLines: [], attachments: [] },
  });
});
