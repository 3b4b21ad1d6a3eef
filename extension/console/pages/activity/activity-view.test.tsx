// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { useEffect, useState } from 'preact/hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import { API_VERSION } from '../../../../shared/edge-api/health.ts';
import type { ImportRecord } from '../../../../shared/edge-api/imports.ts';
import { eventEntryOf, workEntryOf } from '../../../../shared/journal/fixtures.ts';
import type { JournalEntry } from '../../../../shared/journal/journal.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { noticesItem } from '../../../storage/notices.ts';
import { parseRoute } from '../../parts/routes.ts';
import { ActivityView } from './activity-view.tsx';
import { rowOf } from './entry-row.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const part = (key: string, createdAt: number, counts: Partial<ImportRecord['counts']>): ImportRecord => ({
  ...{ key, projectId: 'shop', table: 'order', state: 'done', own: false, by: 'Office', createdAt },
  ...{ settledAt: createdAt, problem: null, total: 1_000, taken: 0, fileRemoval: null, rows: [] },
  source: { import: 'x', url: 'https://shop.example/', title: 'Export', label: 'Orders' },
  counts: {
    ...{ waiting: 0, sent: 0, created: 0, changed: 0, duplicate: 0, refused: 0, unknown: 0, undone: 0 },
    ...{ kept: 0, ...counts },
  },
});

let events: KeptEvent[];
let others: JournalEntry[];
let oldestAt: number | null;
let next: string | null;
/** What was asked of the edge. */
let asked: URLSearchParams[];

const ENDS = ['agent.prompt.finished', 'deployment.finished'];
const entryOf = (event: KeptEvent): JournalEntry =>
  ENDS.includes(event.event) ? workEntryOf(event) : eventEntryOf(event);
/** What was announced of an event, as the edge tells it. */
const resumed = (event: KeptEvent): JournalEntry => ({
  ...eventEntryOf(event),
  told: {
    ...{ number: 1, key: `event:${event.id}`, isEnd: false, noticeId: 'n', severity: 'note', sent: [] },
    ...{ projectId: event.projectId, about: { kind: 'project-resumed' }, at: event.at },
  },
});
const imported = (records: ImportRecord[]): JournalEntry[] => [
  { ...{ kind: 'imported', id: 'import x', at: records.at(-1)?.createdAt ?? 0, isWrong: false }, records },
];

beforeEach(() => {
  fakeBrowser.reset();
  events = [];
  oldestAt = null;
  others = [];
  asked = [];
  next = null;
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const { pathname, searchParams } = new URL((request as { path: string }).path, 'https://edge');
    if (pathname !== '/journal') return Promise.resolve(success({ value: [], readAt: NOW }));
    asked.push(searchParams);
    const isOnly = searchParams.has('only');
    const words = (searchParams.get('q') ?? '').split(' ');
    const has = (entry: JournalEntry) => words.every((word) => JSON.stringify(entry).includes(word));
    const entries = [...events.map(entryOf), ...others].filter(
      (entry) => (!isOnly || entry.isWrong) && has(entry),
    );
    return Promise.resolve(success({ value: { entries, next, oldestAt }, readAt: NOW }));
  });
});
afterEach(cleanup);

/** The view as the console shows it: its filters are in the address. */
function Activity({ at = '#/activity' }: { at?: string }) {
  const [hash, follow] = useState(at);
  useEffect(() => {
    // A change of address by the test before may be announced only now.
    history.replaceState(null, '', at);
    const note = () => follow(location.hash);
    addEventListener('hashchange', note);
    return () => removeEventListener('hashchange', note);
  }, []);
  const route = parseRoute(hash);
  return <ActivityView rest={route.kind === 'view' ? route.rest : []} />;
}

it('shows an import as one entry: how many records, in which table, by whom, and its undo', async () => {
  const records = [
    part('c', NOW - 1, { created: 891 }),
    part('b', NOW - 2, { created: 1_000 }),
    part('a', NOW - 3, { created: 990, changed: 10 }),
  ];
  others = imported(records);
  render(<Activity />);
  const sentence = await screen.findByText(/^\u2068?shop\u2069?: 2,891 records saved in \u2068?Orders/);
  const entry = sentence.closest('li') as HTMLElement;
  expect(within(entry).getByText(/Export · Office/)).toBeTruthy();
  expect(entry.querySelector('.to-project')?.getAttribute('href')).toBe('#/projects/shop/data/tables/order');
  expect(within(entry).getByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(screen.getAllByText(/records saved in/)).toHaveLength(1);
});

it('shows the end of a run as one row: what was asked for, and what it took; its name only where it is open', async () => {
  const facts = { status: 'done', ending: 'succeeded', prompt: 'Add a map', creditsSpent: 12.5 };
  events = [
    {
      ...{ seq: 7, id: 'e7', event: 'agent.prompt.finished', projectId: 'shop', source: 'webhook', facts },
      ...{ at: NOW - 1, receivedAt: NOW - 1 },
    },
  ];
  const { unmount } = render(<Activity />);
  const row = (await screen.findByText('shop is ready')).closest('li') as HTMLElement;
  expect(row.querySelectorAll('svg.glyph')).toHaveLength(1);
  expect(row.textContent).toContain('Add a map');
  expect(row.textContent).toMatch(/12\.5$/);
  expect(row.textContent).not.toContain('agent.prompt.finished');
  unmount();
  render(<Activity at="#/activity/7" />);
  await screen.findByText(/agent\.prompt\.finished · e7/);
});

it('shows a receiver of several events as one row, which unfolds to their names and leads to the receivers', async () => {
  const ofOne = ['deployment.finished', 'agent.prompt.finished'].map((event, at) => ({
    ...keptEventWith({ seq: 9 - at, at: NOW - 1 - at, event: 'edge.change', projectId: null }),
    facts: { setting: 'receiver', did: 'added', host: 'hooks.example', event, by: 'Office' },
    source: 'edge' as const,
  }));
  others = [{ ...{ kind: 'act', id: '9', at: NOW - 1, isWrong: false, isBack: false }, events: ofOne }];
  render(<Activity at="#/activity/9" />);
  const row = (await screen.findByText(/^\u2068?hooks\.example\u2069?: webhook added$/)).closest(
    'li',
  ) as HTMLElement;
  expect(within(row).getByText('for 2 events · by Office')).toBeTruthy();
  expect(
    within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Deployment finished', 'Run finished']);
  expect(row.querySelector('.to-project')?.getAttribute('href')).toMatch(/webhooks/);
});

it('is narrowed to what guards did', async () => {
  render(<Activity />);
  const filter = await screen.findByLabelText<HTMLSelectElement>('Event');
  events = [
    {
      ...{ seq: 7, id: 'e7', event: 'edge.guard', projectId: 'shop', source: 'webhook', facts: {} },
      ...{ at: NOW - 1, receivedAt: NOW - 1 },
    },
  ];
  fireEvent.change(filter, { target: { value: 'edge.guard' } });
  const [chosen] = filter.selectedOptions;
  expect(chosen?.textContent).toBe('A guard acted');
  expect(chosen?.closest('optgroup')?.label).toBe('Through your edge');
  await screen.findByText('shop: A guard acted');
});

it('says of an edge without a journal that it is older, and how it is upgraded', async () => {
  const { calm } = popupStates(NOW);
  paintFrom({ ...calm, health: { lastOkAt: NOW, failure: null, live: true, edgeApi: API_VERSION - 1 } }, NOW);
  respondHere(() => Promise.resolve(apiError('refused', 'EDGE_NOT_FOUND')));
  render(<Activity />);
  await screen.findByText(/^Your edge is older/);
});

it('says that nothing fits the filters, not that there are no events', async () => {
  paintFrom({}, NOW);
  render(<Activity />);
  await screen.findByText(/^Nothing yet/);
  fireEvent.change(screen.getByLabelText('Event'), { target: { value: 'project.paused' } });
  await screen.findByText('Nothing found.');
  expect(screen.queryByText(/^Nothing yet/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText(/^Nothing yet/);
});

it('is narrowed to what went wrong, with how many of what was read that is', async () => {
  const ended = (seq: number, status: string, ending: string): KeptEvent => ({
    ...{ seq, id: `e${seq}`, event: 'agent.prompt.finished', projectId: 'shop', source: 'webhook' },
    ...{ facts: { status, ending }, at: NOW - seq, receivedAt: NOW - seq },
  });
  events = [ended(1, 'done', 'succeeded'), ended(2, 'error', 'failed'), ended(3, 'done', 'succeeded')];
  render(<Activity />);
  await waitFor(() => expect(screen.getAllByText('shop is ready')).toHaveLength(2));
  const all = screen.getAllByRole('listitem').length;
  fireEvent.click(screen.getByRole('button', { name: /^Everything/ }));
  fireEvent.click(screen.getByRole('button', { name: 'what went wrong' }));
  await waitFor(() => expect(screen.queryByText('shop is ready')).toBeNull());
  await screen.findByText(/shop.*failed/);
  expect(screen.getByText(/^1 entry/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'what went wrong' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(all));
});

it('says of an event without a receipt what was announced of it, once, with what became of the notice', async () => {
  const at = NOW - 5;
  others = [resumed(keptEventWith({ seq: 9, id: 'e9', at, event: 'project.resumed', projectId: 'shop' }))];
  await noticesItem.setValue([
    {
      ...{ key: 'event:e9', noticeId: 'n', severity: 'note', projectId: 'shop', at, storedAt: at },
      about: { kind: 'project-resumed' },
      fate: { is: 'held', why: 'quiet-hours' },
    },
  ]);
  render(<Activity />);
  const row = (await screen.findByText(/quiet hours/i)).closest('li');
  expect(row?.querySelector('a.sentence')?.getAttribute('title')).toBe('project.resumed');
  expect(screen.getAllByText(/quiet hours/i)).toHaveLength(1);
});

it('leaves out of the row that what followed from what was done here was not notified, and says it in its details', async () => {
  const at = NOW - 5;
  others = [resumed(keptEventWith({ seq: 9, id: 'e9', at, event: 'project.resumed', projectId: 'shop' }))];
  await noticesItem.setValue([
    {
      ...{ key: 'event:e9', noticeId: 'n', severity: 'note', projectId: 'shop', at, storedAt: at },
      about: { kind: 'project-resumed' },
      fate: { is: 'held', why: 'own' },
    },
  ]);
  render(<Activity at="#/activity/9" />);
  const words = await screen.findByText(/not shown: your own act/);
  expect(words.closest('dd')).not.toBeNull();
});

it('names the projects of forecasts in their one row, without a warning once none holds any more, and says what became of each in it', async () => {
  const forecast = (project: string, at: number) => ({
    ...{ key: `cap-forecast:${project}:development:2026-11#1`, noticeId: 'n', severity: 'warning' as const },
    ...{ projectId: project, at, storedAt: at, fate: { is: 'held' as const, why: 'looking' as const } },
    about: { kind: 'cap-forecast', category: 'development', at: NOW, resetsAt: NOW },
  });
  const all = [forecast('recipes', NOW - 5), forecast('booking', NOW - 6)];
  await noticesItem.setValue(all as never);
  const told = all.map((one) => ({ ...one, number: 1, isEnd: false, sent: [] }));
  const entry: JournalEntry = { ...{ kind: 'told', id: 'notice x', at: NOW - 5, isWrong: false }, all: told };
  others = [entry];
  render(<Activity at="#/activity/search/booking" />);
  const row = (await screen.findByText('Cap reached before its reset (2)')).closest('li') as HTMLElement;
  expect(row.querySelector('.line-facts')?.textContent).toMatch(/booking.*, .*recipes/);
  expect(row.textContent).not.toContain('This browser');
  expect(rowOf(entry).sign).toBe('seen');
});

it('finds the work of any project whose prompt has what is searched, however long ago, once', async () => {
  const ended = (seq: number, projectId: string, prompt: string): KeptEvent => ({
    ...{ seq, id: `e${seq}`, event: 'agent.prompt.finished', projectId, source: 'webhook' },
    ...{ at: NOW - 1_000 + seq, receivedAt: NOW, facts: { status: 'done', prompt } },
  });
  const [recent, long, other] = [
    ended(90, 'shop', 'Add a cart'),
    ended(3, 'booking', 'A prompt that is cut before its end…'),
    ended(89, 'shop', 'Add a map'),
  ];
  const queries: string[] = [];
  respondHere((_, request) => {
    const { pathname, searchParams } = new URL((request as { path: string }).path, 'https://edge');
    const q = searchParams.get('q');
    if (q !== null) queries.push(q);
    const entries = (q === null ? [recent, other] : [recent, long]).map(entryOf);
    const page = { entries, next: null, oldestAt: null };
    return Promise.resolve(success({ value: pathname === '/journal' ? page : [], readAt: NOW }));
  });
  render(<Activity at="#/activity/search/cart" />);
  await screen.findByText(/A prompt that is cut/);
  expect(document.querySelectorAll('.event-row')).toHaveLength(2);
  expect(queries).toEqual(['cart']);
});

it('says in the row why a run failed, and shows what is open as labelled rows, its body one fold deeper', async () => {
  const facts = { status: 'done', ending: 'failed', prompt: 'Add a map', lastMessage: 'The build broke.' };
  events = [
    {
      ...{ seq: 7, id: 'e7', event: 'agent.prompt.finished', projectId: 'shop', source: 'webhook', facts },
      ...{ at: NOW - 1, receivedAt: NOW - 1 },
    },
  ];
  render(<Activity at="#/activity/7" />);
  const row = (await screen.findByText('shop: the run failed')).closest('li') as HTMLElement;
  expect(row.querySelector('.line-facts')?.textContent).toMatch(/The build broke.*Add a map/);
  const labelled = within(row).getByText('Prompt').closest('div') as HTMLElement;
  expect(labelled.textContent).toContain('Add a map');
  expect(within(row).getByText('Reason').closest('div')?.textContent).toContain('The build broke.');
  expect(within(row).getByText('As received').closest('details')?.open).toBe(false);
  expect(row.querySelector('pre')).toBeNull();
});

it('unfolds each row by its title, whatever it is of, with the way to its place beside it', async () => {
  const item = {
    ...{ id: 'delivery-failures:h', severity: 'warning' as const, projectId: null, since: NOW - 9, rank: 0 },
    ...{ opening: 1, openedAt: NOW - 9, seen: null },
    reason: {
      ...{ kind: 'delivery-failures', event: 'project.paused', host: 'hooks.example', ours: false },
      ...{ httpStatus: 500, error: null, count: 3, firstAt: NOW - 9, lastAt: NOW - 9, givenUp: false },
    },
  };
  others = [
    ...imported([part('a', NOW - 3, { created: 990 })]),
    { ...{ kind: 'need', id: 'trouble h', at: NOW - 9, isWrong: true }, item, endedAt: null, told: null },
  ];
  render(<Activity />);
  await screen.findByText(/990 records saved in/);
  const rows = [...document.querySelectorAll('.event-row')];
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row.querySelector('.sentence')?.getAttribute('href')).toMatch(/^#\/activity\/./);
    expect(row.querySelector('.to-project')?.getAttribute('href')).not.toMatch(/^#\/activity/);
  }
  fireEvent.click(screen.getByText(/^Deliveries to .* fail/));
  const open = await screen.findByRole('link', { expanded: true });
  expect(within(open.closest('li') as HTMLElement).getByText('When')).toBeTruthy();
});

it('folds the open row by Escape, with the focus on it, and is one stop of the Tab key', async () => {
  events = [2, 1].map((seq) =>
    keptEventWith({ seq, at: NOW - 9 + seq, event: 'project.resumed', projectId: 'shop', facts: {} }),
  );
  location.hash = '#/activity/2';
  render(<Activity at={location.hash} />);
  const lines = await screen.findAllByRole('link', { expanded: true });
  expect(lines).toHaveLength(1);
  fireEvent.keyDown(screen.getByText('project.resumed', { exact: false }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('link', { expanded: true })).toBeNull());
  expect(document.activeElement).toBe(lines[0]);
  const stops = [...document.querySelectorAll<HTMLElement>('.event-list a')];
  expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

it('goes to a day, and reads what is older from there', async () => {
  render(<Activity />);
  fireEvent.change(await screen.findByLabelText('Days'), { target: { value: 'own' } });
  fireEvent.input(await screen.findByLabelText('Up to'), { target: { value: '2026-11-20' } });
  const end = Date.UTC(2026, 10, 21);
  await waitFor(() => expect(asked.some((query) => query.get('until') === String(end))).toBe(true));
  cleanup();
  asked.length = 0;
  render(<Activity at="#/activity/day/2026-11-20" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Up to')).value).toBe('2026-11-20');
  expect(asked.every((query) => query.get('until') === String(end))).toBe(true);
});

it('has the days of the service, as Money has, whose link leads to the same day', async () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Auckland';
  try {
    // There it is 12:30 on the next day.
    events = [keptEventWith({ seq: 1, event: 'project.live.changed', at: Date.UTC(2026, 10, 21, 23, 30) })];
    render(<Activity at="#/activity/day/2026-11-21" />);
    const day = await screen.findByRole('heading', { name: '21 Nov' });
    expect(day.parentElement?.textContent).toContain('UTC days');
    expect(screen.getByText('22 Nov, 12:30')).toBeTruthy();
    cleanup();
    events = [...events, keptEventWith({ seq: 2, event: 'project.live.changed', at: NOW })];
    render(<Activity at="#/activity/from/2026-11-22" />);
    await screen.findByRole('button', { name: 'Save as CSV' });
    expect(screen.queryByText('22 Nov, 12:30')).toBeNull();
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it('keeps its filters in its address, for an opened event, a reload and the way back, until all is shown', async () => {
  const ended: KeptEvent = {
    ...{ seq: 7, id: 'e7', event: 'project.resumed', projectId: 'shop', source: 'webhook', facts: {} },
    ...{ at: NOW - 1, receivedAt: NOW - 1 },
  };
  events = [ended];
  render(<Activity />);
  fireEvent.input(await screen.findByLabelText('Search'), { target: { value: 'runs again' } });
  fireEvent.change(screen.getByLabelText('Event'), { target: { value: 'project.resumed' } });
  await waitFor(() => expect(location.hash).toBe('#/activity/event/project.resumed/search/runs%20again'));
  const opens = await screen.findByRole('link', { name: /runs again/, expanded: false });
  expect(opens.getAttribute('href')).toBe('#/activity/event/project.resumed/search/runs%20again/7');
  cleanup();
  render(<Activity at="#/activity/event/project.resumed/search/nothing/7" />);
  expect((await screen.findByLabelText<HTMLInputElement>('Search')).value).toBe('nothing');
  fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(location.hash).toBe('#/activity/7'));
});

it('has choices of days, with fields for others only where they are wanted', async () => {
  render(<Activity />);
  const days = await screen.findByLabelText<HTMLSelectElement>('Days');
  expect(screen.queryByLabelText('From')).toBeNull();
  fireEvent.change(days, { target: { value: 'today' } });
  await waitFor(() => expect(location.hash).toBe('#/activity/from/2026-11-22'));
  expect(days.value).toBe('today');
  expect(screen.queryByLabelText('From')).toBeNull();
  fireEvent.change(days, { target: { value: 'own' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-22'));
  fireEvent.change(days, { target: { value: '' } });
  await waitFor(() => expect(location.hash).toBe('#/activity'));
});

it('says of a filter that nothing fits from when on there are events', async () => {
  paintFrom({}, NOW);
  oldestAt = Date.UTC(2026, 10, 10, 12);
  render(<Activity at="#/activity/event/project.paused" />);
  await screen.findByText(/^Nothing found\. Events are here from 10 Nov/);
});

it('says at the fields that the first day is after the last', async () => {
  render(<Activity at="#/activity/from/2026-11-21/day/2026-11-20" />);
  const wrong = await screen.findByText(/“From” is later than “Up to”/);
  for (const label of ['From', 'Up to'])
    expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(wrong.id);
});

it('says of days that are to come, and of those before all that is kept, why nothing is listed', async () => {
  paintFrom({}, NOW);
  const { unmount } = render(<Activity at="#/activity/from/2026-12-20" />);
  await screen.findByText('These days are still to come.');
  unmount();
  oldestAt = Date.UTC(2026, 10, 10, 12);
  render(<Activity at="#/activity/day/2026-11-02" />);
  await screen.findByText(/^Events are here from 10 Nov/);
});

it('saves what is listed as a file: when, where, what, what beside it, how long it took, what it cost, its event', async () => {
  const took = { creditsSpent: 12.5, startedAt: NOW - 90_001 };
  const facts = { status: 'done', ending: 'succeeded', prompt: 'Add a map', ...took };
  events = [keptEventWith({ seq: 7, at: NOW - 1, event: 'agent.prompt.finished', projectId: 'shop', facts })];
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  location.hash = '#/activity/event/agent.prompt.finished';
  render(<Activity at={location.hash} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }));
  const [head, row] = ((await files[0]?.text()) ?? '').split('\r\n');
  expect(head).toBe('When,Project,Activity,About it,Prompt,Duration in seconds,Cost in credits,Event,ID');
  expect(row).toMatch(
    /^2026-11-22T08:59:59.999Z,shop,shop is ready,.*,Add a map,90,12\.5,Run finished,evt-7$/,
  );
});

it('says of a run that asked for keys that it did, and what all that is listed took; a failed run took nothing', async () => {
  const end = (seq: number, facts: KeptEvent['facts']) =>
    keptEventWith({ seq, at: NOW - seq, event: 'agent.prompt.finished', projectId: 'shop', facts });
  events = [
    end(1, { ending: 'succeeded', creditsSpent: 12.5, keysNeeded: 'MAIL_KEY' }),
    end(2, { ending: 'failed', creditsSpent: 10 }),
  ];
  render(<Activity at="#/activity/event/agent.prompt.finished" />);
  const row = (await screen.findByText('shop is ready, but asked for keys')).closest('li') as HTMLElement;
  expect(row.querySelector('.line-facts')?.textContent).toContain('MAIL_KEY');
  screen.getByText('2 entries · 12.5 credits in all');
  const failed = screen.getByText('shop: the run failed').closest('li');
  expect(failed?.querySelector('.receipt-number')?.textContent, 'numbers alone').toBe('');
  expect(failed?.textContent?.match(/refunded/g), 'said once').toHaveLength(1);
});

it('calls a sum of which a part is not known, or not loaded yet, “at least”', async () => {
  const end = (seq: number, creditsSpent?: number) => {
    const facts = { ending: 'succeeded', ...(creditsSpent && { creditsSpent }) };
    return keptEventWith({ seq, at: NOW - seq, event: 'agent.prompt.finished', projectId: 'shop', facts });
  };
  const day = () => document.querySelector('.event-day')?.textContent;
  events = [end(1, 12.5), end(2)];
  const { unmount } = render(<Activity at="#/activity/event/agent.prompt.finished" />);
  await screen.findByText('2 entries · at least 12.5 credits in all');
  expect(day()).toContain('at least 12.5 credits');
  unmount();
  events = [end(1, 12.5)];
  next = 'older';
  render(<Activity at="#/activity/event/agent.prompt.finished" />);
  await screen.findByText(/· at least 12.5 credits in all$/);
  expect(day()).toContain('at least 12.5 credits');
});

it('finds an import by what its row shows', async () => {
  others = imported([part('a', NOW - 3, { created: 990 })]);
  render(<Activity at="#/activity/search/records%20saved%20in%20orders" />);
  await screen.findByText(/990 records saved in/);
});

it('says that a run stopped at its cap where the cap was reported with its end', async () => {
  const of = (seq: number, event: string, facts: KeptEvent['facts']) =>
    keptEventWith({ seq, at: NOW - seq, event, projectId: 'shop', work: 7, facts });
  const reached = of(2, 'project.credit_limit.reached', { category: 'development', spent: 140, limit: 140 });
  const end = of(1, 'agent.prompt.finished', { ending: 'capped' });
  others = [{ ...workEntryOf(end, { capped: { at: NOW, by: null } }), also: [reached] }];
  render(<Activity at="#/activity/2" />);
  const row = (await screen.findByText('shop: Stopped by its cap')).closest('li') as HTMLElement;
  expect(within(row).getByRole('link', { expanded: true }), 'also by what it tells').toBeTruthy();
});

it('keeps an entry open when another is opened, and finds a number without what groups its digits', async () => {
  events = [2, 1].map((seq) => ({
    ...keptEventWith({ seq, at: NOW - 9 + seq, event: 'edge.cap', projectId: `shop-${seq}` }),
    ...{
      source: 'edge' as const,
      facts: { category: 'development', from: null, to: 4_000 * seq, by: `b${seq}` },
    },
  }));
  render(<Activity at="#/activity/search/4000" />);
  await screen.findByText(/set to 4,000/);
  expect(screen.queryByText(/set to 8,000/)).toBeNull();
  cleanup();
  render(<Activity at="#/activity/event/edge.cap" />);
  const rows = await screen.findAllByRole('link', { expanded: false });
  for (const row of rows.filter(({ className }) => className === 'sentence')) fireEvent.click(row);
  await waitFor(() => expect(screen.getAllByRole('link', { expanded: true })).toHaveLength(2));
  const [first, second] = screen.getAllByRole('link', { expanded: true });
  fireEvent.keyDown(second as HTMLElement, { key: 'Escape' });
  await waitFor(() => expect(screen.getAllByRole('link', { expanded: true })).toEqual([first]));
});
