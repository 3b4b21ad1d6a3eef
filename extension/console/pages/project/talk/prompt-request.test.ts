import { expect, it } from 'vitest';
import { assemblePrompt } from '../../../../launch/launch-request.ts';
import type { Attachment, DraftReference } from '../../../../storage/drafts.ts';
import { promptedIn, promptRequestOf, promptsIn } from './prompt-request.ts';

type Prompt = Parameters<typeof promptRequestOf>[0];
type Said = Pick<Prompt, 'text' | 'reference' | 'attachments'>;
const said = (text: string, more: Partial<Said> = {}): Said => ({
  ...{ text, reference: null, attachments: [] },
  ...more,
});
const requestOf = (content: Said, choices: Omit<Prompt, keyof Said>) =>
  promptRequestOf({ ...content, ...choices });
const once = { run: 'one', model: '', effort: '', fastMode: false } as const;
const page: DraftReference = {
  ...{ kind: 'page', title: 'Prices', url: 'https://a.example/p', capturedAt: 0, text: 'Cut: 20' },
  ...{ notes: [], candidates: [] },
};

it('sends one prompt as it was written, and the model only where one was chosen', () => {
  expect(requestOf(said(' Add a page '), once)).toEqual({
    runs: 1,
    body: { prompt: 'Add a page' },
    files: [],
  });
  expect(requestOf(said('Add'), { ...once, model: 'sonnet', effort: 'low' }).body).toEqual({
    prompt: 'Add',
    model: 'sonnet',
    effort: 'low',
  });
});

it('asks for fast mode with Opus, which the service chooses by itself, and not with another model (Launch Project, fastMode)', () => {
  const body = (model: string) => requestOf(said('Add'), { ...once, model, fastMode: true }).body;
  expect(body('')).toEqual({ prompt: 'Add', fastMode: true });
  expect(body('opus')).toEqual({ prompt: 'Add', model: 'opus', fastMode: true });
  expect(body('sonnet')).toEqual({ prompt: 'Add', model: 'sonnet' });
});

it('parts several prompts at lines of hyphens, and sends a page with the first', () => {
  expect(promptsIn('Add a page\n---\n\n ----- \nAdd -- a form\n---')).toEqual([
    'Add a page',
    'Add -- a form',
  ]);
  const { runs, body } = requestOf(said('First\n---\nSecond', { reference: page }), {
    ...once,
    run: 'several',
  });
  expect(runs).toBe(2);
  expect(body.multiPrompt).toEqual({ prompts: [expect.stringContaining('Cut: 20'), 'Second'] });
  expect(body.prompt).toMatch(/^First\n/);
});

it('is no batch when there is one prompt only', () => {
  expect(requestOf(said('Only one'), { ...once, run: 'several' }).body).toEqual({ prompt: 'Only one' });
});

it('lets the service plan the prompts of a goal', () => {
  expect(requestOf(said('A shop'), { ...once, run: 'goal' })).toMatchObject({
    runs: null,
    body: { prompt: 'A shop', multiPrompt: { letServiceDecide: true } },
  });
});

it('names files by their address, or by what is uploaded before', () => {
  const attachments: Attachment[] = [
    { id: 'a1', name: ' plan.pdf ', description: 'The plan', source: { kind: 'file', bytes: 9, mime: '' } },
    { id: 'a2', name: 'logo', description: '', source: { kind: 'address', url: 'https://a.example/l.png' } },
  ];
  expect(requestOf(said('Look', { attachments }), once).files).toEqual([
    { name: 'plan.pdf', imageDescription: 'The plan', source: { kind: 'content', contentId: 'a1' } },
    { name: 'logo', imageDescription: '', source: { kind: 'address', url: 'https://a.example/l.png' } },
  ]);
});

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
