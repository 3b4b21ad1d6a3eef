// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { Logs } from './logs.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
let asked: URL[] = [];
let deployed: string | null = 'success';

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  asked = [];
  deployed = 'success';
  respondHere((_, request) => {
    const url = new URL((request as { path: string }).path, 'https://edge.example');
    if (url.pathname.endsWith('/deployments/status'))
      return Promise.resolve(success({ value: { status: deployed, createdAt: null }, readAt: NOW }));
    if (url.pathname.endsWith('/dev/logs'))
      return Promise.resolve(
        success({
          value: { logs: '2026-11-22T08:14:05.120Z listening\nwrote 2026-11-22T08:00:00Z' },
          readAt: NOW,
        }),
      );
    asked.push(url);
    const line = (minutes: number, text: string) => ({
      EventTimestampMs: NOW - minutes * 60_000,
      Logs: [{ Level: 'log', Message: [text], TimestampMs: NOW }],
    });
    return Promise.resolve(
      success({ value: { records: [line(9, 'older'), line(1, 'newer')] }, readAt: NOW }),
    );
  });
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('what the published app logged is newest first, says so, and is read again on request', async () => {
  render(<Logs projectId="shop" shown="production" onShow={() => {}} />);
  await screen.findByText('2 entries · read just now');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('newer'),
    expect.stringContaining('older'),
  ]);
  paintFrom(popupStates(NOW).busy, NOW + 60_000);
  press('Read again');
  await screen.findByText('2 entries · read 1 min ago');
  expect(asked.map(({ searchParams }) => searchParams.get('from'))).toEqual([
    new Date(NOW - 3_600_000).toISOString(),
    new Date(NOW - 3_540_000).toISOString(),
  ]);
});

it('a pattern that is no regular expression is not asked for, is called the cause, and stays', async () => {
  render(<Logs projectId="shop" shown="production" onShow={() => {}} />);
  await screen.findByText(/entr(y|ies)/);
  const field = screen.getByLabelText<HTMLInputElement>('Search (regular expression)');
  fireEvent.input(field, { target: { value: 'price (' } });
  press('Read');
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Not a regular expression: Unterminated group. Below is the earlier result.',
  );
  expect(field.value).toBe('price (');
  expect(asked).toHaveLength(1);
  screen.getByText(/entr(y|ies)/);
  fireEvent.input(field, { target: { value: 'price' } });
  expect(screen.queryByRole('alert')).toBeNull();
  press('Read');
  await expect.poll(() => asked.at(-1)?.searchParams.get('regexSearch')).toBe('price');
});

it('of what was never deployed no production logs are asked for', async () => {
  deployed = null;
  render(<Logs projectId="shop" shown="production" onShow={() => {}} />);
  await screen.findByText('Not deployed.');
  expect(asked).toEqual([]);
});

it('an entry of an unknown shape is shown as it came', async () => {
  respondHere((_, request) => {
    const value = (request as { path: string }).path.includes('/deployments/status')
      ? { status: 'success', createdAt: null }
      : { records: [{ EventTimestampMs: NOW, line: 'cold start', Logs: [{ Level: 'log' }] }] };
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  render(<Logs projectId="shop" shown="production" onShow={() => {}} />);
  expect((await screen.findByRole('listitem')).textContent).toContain('"line":"cold start"');
});

it('a line of development has its time as all times here, and what the app printed as it is', async () => {
  render(<Logs projectId="shop" shown="development" onShow={() => {}} />);
  const shown = (await screen.findByText(/listening/)).textContent;
  expect(shown).toMatch(/^\d{1,2}:\d{2}( [AP]M)? listening\nwrote 2026-11-22T08:00:00Z$/i);
});
