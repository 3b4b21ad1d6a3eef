// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readSection } from '../../shared/attention/fixtures.ts';
import { projectFixture } from '../../shared/snapshot/project-fixture.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { paidCallsItem, type StoredPaidCall } from '../storage/paid-calls.ts';
import { browserNow } from './page-state.ts';
import { followPaidCalls } from './paid-calls.ts';
import { PricedButton, paidCallWords, priceOn, priceWords } from './priced-button.tsx';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
afterEach(cleanup);

test('an operation is shown at the price of its project’s engine (service reference, Versioning, Prices)', () => {
  const { busy } = popupStates(NOW);
  if (!busy.snapshot) throw new Error('The state has no snapshot.');
  const { snapshot } = busy.snapshot;
  const projects = (['v2', 'legacy', null] as const).map((engine) =>
    projectFixture({ projectId: `${engine}-shop`, engine }),
  );
  const prices = readSection({ v2: { START_SERVER: 0.25 }, legacy: { START_SERVER: 1 }, optIn: null }, NOW);
  const sections = {
    ...snapshot.sections,
    prices,
    projects: readSection({ total: null, items: projects }, NOW),
  };
  paintFrom({ ...busy, snapshot: { ...busy.snapshot, snapshot: { ...snapshot, sections } } }, NOW);
  const shown = (projectId: string, record?: object) =>
    priceWords(priceOn(projectId, 'startServer', record ?? null));
  expect(shown('v2-shop')).toBe('0.25 credits');
  expect(shown('legacy-shop')).toBe('1 credit');
  expect(shown('null-shop'), 'not read').toBe('0.25–1 credits');
  expect(shown('null-shop', {}), 'read, without an engine').toBe('1 credit');
});

test('a prompt that finds the server down is refused and has taken the price of its start, which is said (service reference, published: what excludes what)', () => {
  const { busy } = popupStates(NOW);
  if (!busy.snapshot) throw new Error('The state has no snapshot.');
  const { snapshot } = busy.snapshot;
  const prices = readSection({ v2: { START_SERVER: 0.5 }, legacy: { START_SERVER: 1 }, optIn: null }, NOW);
  const items = [projectFixture({ projectId: 'shop', engine: 'legacy' })];
  const sections = { ...snapshot.sections, prices, projects: readSection({ total: 1, items }, NOW) };
  paintFrom({ ...busy, snapshot: { ...busy.snapshot, snapshot: { ...snapshot, sections } } }, NOW);
  const refused = (operation: string, code: string) =>
    paidCallWords({
      ...{
        key: 'key-00001',
        state: 'refused',
        settledAt: NOW,
        about: { operation, projectId: 'shop', words: '' },
      },
      error: { kind: 'refused', code, message: null },
    } as StoredPaidCall);
  expect(refused('startAgent', 'SERVER_NOT_READY')).toContain('started the server: 1 credit');
  expect(refused('deploy', 'SERVER_NOT_READY')).toContain('started the server: 1 credit');
  expect(refused('startServer', 'SERVER_NOT_READY')).not.toContain('took');
  expect(refused('startAgent', 'AGENT_RUNNING')).not.toContain('took');
});

test('an outcome is announced when it is there, and not again with every minute of its age', async () => {
  paintFrom(popupStates(NOW).busy, NOW);
  const about = { operation: 'deploy', projectId: 'shop', words: '' };
  const call = {
    ...{ key: 'key-00001', method: 'POST', path: '/service/projects/shop/deploy', body: null, about },
    ...{ confirmedAt: NOW, confirmedFor: null, state: 'done', settledAt: NOW, error: null, record: null },
  };
  fakeBrowser.reset();
  await followPaidCalls();
  await paidCallsItem.setValue([call as unknown as StoredPaidCall]);
  const request = { method: 'POST', path: '/service/projects/shop/deploy', body: {}, about } as const;
  render(<PricedButton label="Deploy" question="It is deployed." price={null} request={request} />);
  await screen.findByText(/^The service accepted it just now/);
  screen.getByRole('status');
  browserNow.value = NOW + 5 * 60_000;
  await screen.findByText(/^The service accepted it 5 min ago/);
  expect(screen.queryByRole('status')).toBeNull();
});

test('where the page shows what was accepted, it is said for a minute only, unless the service added something', async () => {
  paintFrom(popupStates(NOW).busy, NOW);
  const about = { operation: 'startAgent', projectId: 'shop', words: '' };
  const call = {
    ...{ key: 'key-00001', method: 'POST', path: '/service/projects/shop/agent/start', body: null, about },
    ...{ confirmedAt: NOW, confirmedFor: null, state: 'done', settledAt: NOW, error: null, record: null },
  };
  fakeBrowser.reset();
  await followPaidCalls();
  await paidCallsItem.setValue([call as unknown as StoredPaidCall]);
  const request = { method: 'POST', path: '/service/projects/shop/agent/start', body: {}, about } as const;
  render(<PricedButton isSeenElsewhere label="Send" question="It is sent." price={null} request={request} />);
  await screen.findByText(/^The service accepted it just now/);
  browserNow.value = NOW + 5 * 60_000;
  await waitFor(() => expect(screen.queryByText(/^The service accepted it/)).toBeNull());
  await paidCallsItem.setValue([{ ...call, remarks: ['Use sonnet.'] } as unknown as StoredPaidCall]);
  await screen.findByText(/^The service accepted it 5 min ago.*Use sonnet/);
  // Its run has ended: that is what is said now.
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  const { projects } = kept?.snapshot.sections ?? {};
  if (!kept || !projects?.data) throw new Error('The state of this test has no projects.');
  const [one, ...others] = projects.data.items;
  const ended = { ...one, projectId: 'shop', run: { ...one?.run, startedAt: NOW + 1, finishedAt: NOW + 2 } };
  const data = { ...projects.data, items: [ended, ...others] };
  const sections = { ...kept.snapshot.sections, projects: { ...projects, data } };
  paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, sections } } } as typeof busy, NOW);
  browserNow.value = NOW + 1_000;
  await paidCallsItem.setValue([call as unknown as StoredPaidCall]);
  await waitFor(() => expect(screen.queryByText(/^The service accepted it/)).toBeNull());
  // So is what refused a prompt before it.
  const error = { kind: 'refused', code: 'AGENT_RUNNING', message: null };
  const refused = { ...call, state: 'refused', settledAt: NOW, confirmedAt: NOW + 3, error };
  await paidCallsItem.setValue([refused as unknown as StoredPaidCall]);
  const why = await screen.findByText(/agent is at work/);
  browserNow.value = NOW + 5 * 60_000;
  await waitFor(() => expect(why.textContent).toMatch(/\(5.min.ago\)$/));
  await paidCallsItem.setValue([{ ...refused, confirmedAt: NOW } as unknown as StoredPaidCall]);
  await waitFor(() => expect(screen.queryByText(/agent is at work/)).toBeNull());
});

test('a prompt that waited for a run and was not sent says so once that run has ended, until another begins', async () => {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const paintRun = (startedAt: number, finishedAt: number) => {
    const items = [projectFixture({ projectId: 'shop', run: { startedAt, finishedAt } as never })];
    const sections = { ...kept.snapshot.sections, projects: readSection({ total: 1, items }, NOW) };
    paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, sections } } }, NOW + 9_000);
  };
  paintRun(NOW - 60_000, NOW + 1_000);
  const about = { operation: 'startAgent', projectId: 'shop', words: '' };
  const call = {
    ...{ key: 'key-00001', method: 'POST', path: '/service/projects/shop/agent/start', body: null, about },
    ...{ confirmedAt: NOW, confirmedFor: null, state: 'refused', settledAt: NOW + 2_000, record: null },
    error: { kind: 'refused', code: 'RUN_BEFORE_STOPPED', message: null },
  };
  fakeBrowser.reset();
  await followPaidCalls();
  await paidCallsItem.setValue([call as unknown as StoredPaidCall]);
  const request = { method: 'POST', path: '/service/projects/shop/agent/start', body: {}, about } as const;
  render(<PricedButton isSeenElsewhere label="Send" question="It is sent." price={null} request={request} />);
  const why = await screen.findByText(/run before it was stopped/i);
  act(() => paintRun(NOW + 3_000, NOW + 4_000));
  await waitFor(() => expect(why.textContent).toBe(''));
});
