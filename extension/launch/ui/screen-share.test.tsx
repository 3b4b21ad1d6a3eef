// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { draftFixture, entryFixture, recordFixture } from '../entry-fixture.ts';
import { flagsShown, referenceOpen } from './focus-field.ts';
import { renderLaunch } from './view-fixture.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const SECRET = /studio|nord|booking page|classes/i;

beforeEach(() => {
  paintFrom({ ...popupStates(NOW).busy, settings: { screenShare: true } }, NOW);
});
afterEach(cleanup);

const draft = draftFixture({
  words: 'A booking page for Studio Nord',
  reference: {
    kind: 'article',
    title: 'Classes, Studio Nord',
    url: 'https://studio-nord.example/classes',
    capturedAt: NOW,
    text: 'Vinyasa',
    notes: [],
    candidates: [],
  },
});
const result = () =>
  [...document.querySelectorAll('*')].map((one) => one.getAttribute('title')).join('\n') +
  document.body.textContent;

test('drafts and earlier launches contain no name while the screen is shared', async () => {
  const other = { ...draft, id: 'draft-2' };
  const launched = entryFixture({ draft: other, record: recordFixture() });
  renderLaunch(draft, [launched, entryFixture({ key: 'key-2', draft: other })]);
  await screen.findByLabelText('What should it do?');
  fireEvent.click(screen.getByRole('button', { name: 'Drafts' }));
  await screen.findByRole('tablist');
  await screen.findByText('•••');
  expect(result()).not.toMatch(SECRET);
  fireEvent.click(document.getElementById('history-launches') as HTMLElement);
  expect(await screen.findByText('a project')).toBeTruthy();
  expect(result()).not.toMatch(SECRET);
});

test('the form shows nothing of the page, not even where it was open before the screen was shared', async () => {
  referenceOpen.value = true;
  flagsShown.value = true;
  const text = 'Vinyasa on Mondays\n4111 1111 1111 1111';
  renderLaunch({ ...draft, reference: draft.reference && { ...draft.reference, text } });
  await screen.findByText(/^••• · /);
  await waitFor(() => expect(screen.queryByLabelText('Text of the page')).toBeNull());
  expect(result()).not.toMatch(/Vinyasa|4111|Classes|studio-nord\.example/);
});

test.each([
  ['launching', null],
  ['launched', recordFixture()],
  ['unknown', recordFixture({ state: 'unknown', projectId: null, settledAt: null })],
])('the course of a launch that is %s names nobody either', async (_state, record) => {
  renderLaunch(draft, [entryFixture({ draft, record })]);
  await screen.findByRole('heading', { level: 2 });
  expect(result()).not.toMatch(SECRET);
});
