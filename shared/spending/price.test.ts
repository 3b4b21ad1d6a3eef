import { describe, expect, it } from 'vitest';
import type { Prices } from '../snapshot/prices.ts';
import { engineOfNew, launchPrice, price } from './price.ts';

const prices: Prices = {
  v2: { CREATE_PROJECT: 5, CREATE_DEPLOYMENT: 1, START_SERVER: 0.5, UPLOAD_FILE: 0.1 },
  legacy: { CREATE_PROJECT: 8, CREATE_DEPLOYMENT: 2, START_SERVER: 1, UPLOAD_FILE: 0.1 },
  optIn: { v2OptIn: true, available: true },
};
const same = (credits: number) => ({ least: credits, most: credits });

describe('the price of an operation (service reference, Versioning, Prices)', () => {
  it('is the one of the engine’s own list', () => {
    expect(price('startServer', 'v2', prices)).toEqual(same(0.5));
    expect(price('startServer', 'legacy', prices)).toEqual(same(1));
    expect(launchPrice(3, 'legacy', prices)).toEqual(same(8.3));
  });

  it('lies between both lists while the engine is not known', () => {
    expect(price('deploy', null, prices)).toEqual({ least: 1, most: 2 });
    expect(price('uploadFile', null, prices)).toEqual(same(0.1));
  });

  it('is not known where a list that may apply was not read or does not have it', () => {
    const unread = { ...prices, legacy: null };
    expect(price('deploy', 'v2', unread)).toEqual(same(1));
    expect([price('deploy', 'legacy', unread), price('deploy', null, unread)]).toEqual([null, null]);
    expect([price('rebuild', 'v2', prices), price('deploy', 'v2', null)]).toEqual([null, null]);
    expect(launchPrice(0, 'v2', { ...prices, v2: { CREATE_PROJECT: 5 } })).toEqual(same(5));
    expect(launchPrice(1, 'v2', { ...prices, v2: { CREATE_PROJECT: 5 } })).toBeNull();
  });
});

it.each([
  ['chosen', 'legacy', { v2OptIn: true, available: true }, 'legacy'],
  ['switched on', null, { v2OptIn: true, available: true }, 'v2'],
  ['switched off', null, { v2OptIn: false, available: true }, 'legacy'],
  ['switched off, which decides nothing any more', null, { v2OptIn: false, available: false }, 'v2'],
  ['switched off, and not said whether that decides', null, { v2OptIn: false, available: null }, null],
  ['not read', null, null, null],
] as const)('the engine of a new project: %s (service reference, Versioning)', (_, chosen, optIn, engine) => {
  expect(engineOfNew(chosen, { ...prices, optIn })).toBe(engine);
});
