import { expect, it, test } from 'vitest';
import type { AlertRecord } from '../../../shared/edge-api/channels.ts';
import type { Notice } from '../../storage/notices.ts';
import { alertHere, alertPlace, sentAlerts } from './sent-alert.ts';

const notice = (key: string, at: number): Notice => ({
  ...{ key, noticeId: 'n', severity: 'note', projectId: 'shop', at, storedAt: at + 1 },
  about: { kind: 'project-resumed' },
  fate: { is: 'held', why: 'quiet-hours' },
});
const alert = (key: string, announcedAt: number, more: Partial<AlertRecord> = {}): AlertRecord => ({
  ...{
    key,
    isEnd: false,
    projectId: 'shop',
    announcedAt,
    at: announcedAt + 5,
    title: 'Shop',
    result: 'sent',
  },
  ...more,
});
const channel = (name: string, alerts: AlertRecord[]) => ({ channelId: `id-${name}`, name, alerts });

it('is one entry of what this browser and every channel made of an announcement', () => {
  const told = sentAlerts(
    [channel('Slack', [alert('a', 10)]), channel('Jana', [alert('a', 10, { result: 'seen' })])],
    [notice('a', 10)],
  );
  expect(told).toHaveLength(1);
  expect(told[0]?.notice?.fate).toEqual({ is: 'held', why: 'quiet-hours' });
  expect(told[0]?.sent.map(({ channel: name, result }) => [name, result])).toEqual([
    ['Slack', 'sent'],
    ['Jana', 'seen'],
  ]);
});

it('lists what only one of them knows, ends of their own, the newest first', () => {
  const alerts = [alert('b', 30), alert('a', 10, { isEnd: true, at: 40 })];
  const told = sentAlerts([channel('Slack', alerts)], [notice('a', 10), notice('c', 20)]);
  expect(told.map(({ key, isEnd, at }) => `${key}${isEnd ? ' over' : ''} ${at}`)).toEqual([
    'a over 40',
    'b 30',
    'c 20',
    'a 10',
  ]);
});

it('one that waits after a failure says when it is tried again, and no other does', () => {
  const failing = {
    ...channel('Slack', [alert('a', 10, { result: 'waiting' }), alert('b', 5)]),
    problem: { status: 500, words: 'down', since: 8 },
    nextTryAt: 70,
  };
  const told = sentAlerts([failing, channel('Jana', [alert('a', 10, { result: 'waiting' })])], []);
  expect(told.map(({ sent }) => sent.map(({ nextTryAt }) => nextTryAt))).toEqual([[70, null], [null]]);
});

test.each([
  ['credit-cap:shop:development#2', 'projects/shop/limits'],
  ['delivery-failures:hook-1:500#1', 'webhooks/hook-1'],
  ['channel-failing:c#1', 'settings/alerts/c'],
  ['deploy:shop@1700000000000', 'projects/shop/ship'],
  ['event:e7', 'projects/shop/talk'],
  ['balance-forecast#1', '#/money'],
])('what a channel told under %s leads to %s', (key, address) => {
  expect(alertPlace({ key, notice: null, projectId: 'shop' })?.address).toMatch(new RegExp(`${address}$`));
});

test('what is about no project that is known leads nowhere', () => {
  expect(alertPlace({ key: 'event:e7', notice: null, projectId: null })).toBeNull();
});

it('has what the edge announced with what became of it in this browser, but of its end', () => {
  const told = {
    ...{ number: 1, key: 'a', isEnd: false, noticeId: 'n', severity: 'note' as const, projectId: 'shop' },
    ...{ about: { kind: 'project-resumed' }, at: 10, sent: [] },
  };
  expect(alertHere(told, [notice('a', 10)])).toMatchObject({ notice: { key: 'a' }, announced: told });
  expect(alertHere(told, [notice('b', 10)]).notice).toBeNull();
  expect(alertHere({ ...told, isEnd: true }, [notice('a', 10)]).notice).toBeNull();
});
