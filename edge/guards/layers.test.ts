import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { compareCap, isOver, type Layer, targetOf } from './layers.ts';

const NOW = Date.parse('2026-11-12T12:00:00Z');
const layer = (change: Partial<Layer> = {}): Layer => ({
  kind: 'run-budget',
  credits: 30,
  to: 130,
  since: NOW,
  until: null,
  by: null,
  call: 'key-0001',
  endedAt: null,
  ...change,
});
const raise = (change: Partial<Layer> = {}) => layer({ kind: 'raise', to: 250, call: null, ...change });

describe('the cap that should stand', () => {
  test.each([
    [200, [], 200],
    [null, [], null],
    [200, [layer()], 130],
    [null, [layer()], 130],
    [100, [layer()], 100],
    [200, [raise()], 250],
    [200, [raise(), layer()], 130],
    [200, [raise(), layer({ to: 400 })], 250],
    [200, [layer({ endedAt: NOW })], 200],
  ] as const)('own %s, %j', (own, layers, target) => expect(targetOf(own, layers)).toBe(target));
});

describe('a cap that was read', () => {
  const row = { own: 200, confirmed: 130, layers: [layer()], unconfirmed: [{ cap: 150, until: NOW }] };
  test.each([
    [130, 'agrees'],
    [150, 'set'],
    [200, 'foreign'],
    [999, 'foreign'],
    [null, 'foreign'],
  ] as const)('%s: %s', (read, result) => expect(compareCap(row, read)).toBe(result));

  test('is put back only over ours', () => {
    const ended = { ...row, layers: [layer({ endedAt: NOW })] };
    expect([130, 150, 200, 120].map((read) => compareCap(ended, read))).toEqual([
      'set',
      'set',
      'agrees',
      'foreign',
    ]);
  });
});

describe('whether what a layer is for is over', () => {
  const later = NOW + 5 * MINUTE_MS;
  const none = { rows: [], mayRun: false };
  const running = { rows: [{ over: null }], mayRun: true };
  const done = { rows: [{ over: 'reading' as const }], mayRun: false };

  test('the end of another run is not its end, though nothing runs and an event has arrived', () => {
    expect(isOver(layer(), 'launched', none, later)).toBe(false);
    expect(isOver(layer(), 'launched', { rows: [{ over: 'event' }], mayRun: false }, later)).toBe(false);
    expect(isOver(layer(), 'launched', running, later)).toBe(false);
    expect(isOver(layer(), 'launched', done, later)).toBe(true);
    expect(isOver(layer(), 'launched', { ...done, mayRun: true }, later), 'the next one runs').toBe(true);
  });

  test('a batch is over with its last prompt', () =>
    expect(isOver(layer(), 'launched', { rows: [...done.rows, ...running.rows], mayRun: true }, later)).toBe(
      false,
    ));

  test('a word that is new to us ends nothing', () =>
    expect(isOver(layer(), 'launched', running, NOW + 9 * HOUR_MS)).toBe(false));

  test.each([
    ['refused', true],
    ['absent', true],
    ['unknown', false],
    ['sent', false],
  ] as const)('its paid call is %s: %s', (state, over) =>
    expect(isOver(layer(), state, done, later)).toBe(over),
  );

  test('a call that is never settled keeps no override once it can’t take effect any more and nothing runs', () => {
    expect(isOver(layer(), 'unknown', done, NOW + 10 * MINUTE_MS)).toBe(false);
    expect(isOver(layer(), 'unknown', running, NOW + 12 * MINUTE_MS)).toBe(false);
    expect(isOver(layer(), 'unknown', done, NOW + 12 * MINUTE_MS)).toBe(true);
    expect(isOver(layer(), 'unknown', none, NOW + 12 * MINUTE_MS)).toBe(false);
    expect(isOver(layer(), 'unknown', none, NOW + 20 * MINUTE_MS)).toBe(true);
  });

  test('a prompt that was never sent keeps no override after its browser has given it up', () => {
    expect(isOver(layer(), null, none, NOW + 5 * MINUTE_MS)).toBe(false);
    expect(isOver(layer(), 'reserved', none, NOW + 7 * MINUTE_MS)).toBe(true);
  });

  test('a raise until a time goes by the time; one for a run waits an hour for it', () => {
    expect(isOver(raise({ until: later }), null, none, later - 1)).toBe(false);
    expect(isOver(raise({ until: later }), null, none, later)).toBe(true);
    expect(isOver(raise(), null, none, NOW + 59 * MINUTE_MS)).toBe(false);
    expect(isOver(raise(), null, none, NOW + HOUR_MS)).toBe(true);
  });

  test('where the status can’t be read, an event ends it, else two hours', () => {
    const unread = { rows: [{ over: null }], mayRun: null };
    expect(isOver(layer(), 'launched', unread, later)).toBe(false);
    expect(isOver(layer(), 'launched', { rows: [{ over: 'event' }], mayRun: null }, later)).toBe(true);
    expect(isOver(layer(), 'launched', unread, NOW + 2 * HOUR_MS)).toBe(true);
  });
});
