import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { popupStates } from '../../fixtures/popup-states.ts';
import { paintFrom } from '../../popup/seeded-fixture.ts';
import { draftFixture } from '../draft/draft-fixture.ts';
import { entryFixture, recordFixture } from '../history/entry-fixture.ts';
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
const told = () =>
  [...document.querySelectorAll('*')].map((one) => one.getAttribute('title')).join('\n') +
  document.body.textContent;

test('drafts and earlier launches name nobody while the screen is shared', async () => {
  const other = { ...draft, id: 'draft-2' };
  const launched = entryFixture({ draft: other, record: recordFixture() });
  renderLaunch(draft, [launched, entryFixture({ key: 'key-2', draft: other })]);
  await screen.findByLabelText('What should it do?');
  fireEvent.click(screen.getByRole('button', { name: 'Drafts' }));
  await screen.findByRole('tablist');
  await screen.findByText('•••');
  expect(told()).not.toMatch(SECRET);
  fireEvent.click(document.getElementById('desk-launches') as HTMLElement);
  expect(await screen.findByText('a project')).toBeTruthy();
  expect(told()).not.toMatch(SECRET);
});

test.each([
  ['launching', null],
  ['launched', recordFixture()],
  ['unknown', recordFixture({ state: 'unknown', projectId: null, settledAt: null })],
])('the course of a launch that is %s names nobody either', async (_state, record) => {
  renderLaunch(draft, [entryFixture({ draft, record })]);
  await screen.findByRole('heading', { level: 2 });
  expect(told()).not.toMatch(SECRET);
});
