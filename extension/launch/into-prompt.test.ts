import { expect, it } from 'vitest';
import { type Draft, FIRST_SETTINGS } from '../storage/drafts.ts';
import { emptyPrompt } from '../storage/prompt-drafts.ts';
import { newDraft } from './draft.ts';
import { intoPrompt, promptSettings } from './into-prompt.ts';

const draft = (changes: Partial<Draft>): Draft => ({ ...newDraft('d1', 0, FIRST_SETTINGS), ...changes });
const file = {
  id: 'f1',
  name: 'plan.pdf',
  description: '',
  source: { kind: 'file', bytes: 9, mime: '' },
} as const;

it('makes words and files of a launch the prompt of a project that exists', () => {
  expect(intoPrompt(draft({ words: 'Add a page', attachments: [file] }), null, 5)).toMatchObject({
    text: 'Add a page',
    attachments: [file],
    at: 5,
  });
});

it('loses nothing of a prompt that was begun for the project', () => {
  const attachments = [{ ...file, id: 'f0' }];
  const begun = { ...emptyPrompt(1), text: 'First this', model: 'sonnet', attachments };
  expect(intoPrompt(draft({ words: 'Then that', attachments: [file] }), begun, 5)).toMatchObject({
    text: 'First this\n\nThen that',
    model: 'sonnet',
    attachments: [{ id: 'f0' }, { id: 'f1' }],
  });
  expect(intoPrompt(draft({}), begun, 5)).toBe(begun);
});

it('takes model, effort and budget along, and keeps a budget that was chosen where none was typed', () => {
  const settings = { ...FIRST_SETTINGS, model: 'sonnet', effort: null, fastMode: true } as const;
  const begun = { ...emptyPrompt(1), text: 'First this', effort: 'low', budget: '40' };
  const taken = (runBudget: string) => {
    const one = draft({ words: 'Then that', settings: { ...settings, runBudget } });
    return intoPrompt(one, begun, 5, promptSettings(one));
  };
  expect(taken('20')).toMatchObject({ model: 'sonnet', effort: '', fastMode: false, budget: '20' });
  expect(taken('')).toMatchObject({ budget: '40' });
});
