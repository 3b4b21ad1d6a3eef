import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SCENARIOS } from './scenarios/scenarios.ts';
import { asTest, fewest, shrinkSeed } from './shrink.ts';

type Row = { state: string } | null;
/** The part of the edge's ledger into which a fault is planted. */
interface LedgerModule {
  readonly Ledger: { readonly prototype: { get(key: string): Row; send(key: string, now: number): boolean } };
}
const LEDGER = join(import.meta.dirname, '..', '..', 'edge', 'paid-calls', 'ledger.ts');

/** Plants a fault into the edge: a call whose response was lost counts as not sent. */
async function plant(): Promise<() => void> {
  const { prototype } = ((await import(/* @vite-ignore */ LEDGER)) as LedgerModule).Ledger;
  const { get, send } = prototype;
  const planted = [
    vi.spyOn(prototype, 'get').mockImplementation(function (this: unknown, key) {
      const row: Row = Reflect.apply(get, this, [key]);
      return row?.state === 'unknown' ? { ...row, state: 'reserved' } : row;
    }),
    vi.spyOn(prototype, 'send').mockImplementation(function (this: unknown, ...call) {
      Reflect.apply(send, this, call);
      return true;
    }),
  ];
  return () => {
    for (const one of planted) one.mockRestore();
  };
}

test('of many things, those are left that it takes to fail', async () => {
  const all = Array.from({ length: 40 }, (_, at) => `thing ${at}`);
  const needed = ['thing 3', 'thing 17', 'thing 18'];
  const left = await fewest(all, async (some) => needed.every((one) => some.includes(one)));
  expect(left).toEqual(needed);
});

test('a seed that fails by a planted fault shrinks to a few actions and faults, and is printed as a test', async () => {
  const restore = await plant();
  try {
    let seed = 1;
    while ((await SCENARIOS.launches(seed)).problems.every((one) => !one.includes('was done'))) seed++;
    const before = (await SCENARIOS.launches(seed)).happened.length;
    const shrunk = await shrinkSeed({ scenario: 'launches', seed });
    expect(shrunk?.kept.length).toBeLessThan(Math.min(before, 6));
    expect(shrunk?.kept).toContainEqual(expect.stringMatching(/^a click /));
    if (shrunk === null) return;
    expect((await SCENARIOS.launches(seed, new Set(shrunk.kept))).problems).toEqual(shrunk.problems);
    expect(asTest(shrunk)).toContain(`SCENARIOS.launches(${seed}, kept)`);
    restore();
    expect((await SCENARIOS.launches(seed, new Set(shrunk.kept))).problems).toEqual([]);
  } finally {
    restore();
  }
});
