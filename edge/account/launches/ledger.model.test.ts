import { reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { LedgerWorld } from '../../testing/ledger-world.ts';

/** Each run takes up to 30 steps. */
const RUNS = 1000;

afterEach(() => reset());

const key = fc.constantFrom('key-one-1', 'key-two-2', 'key-three-3');
const fate = fc.constantFrom(
  'answered',
  'refused',
  'limited',
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  'failing-before',
  'failing-after',
  'half-an-answer',
  'crash-before-sending',
  'crash-before-effect',
  'crash-after-effect',
) satisfies fc.Arbitrary<Parameters<LedgerWorld['submit']>[1]>;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('submit' as const), key, fate }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('submit twice at once' as const), key, fate }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('submit another body' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 50, 200, 4000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('service goes' as const), up: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late event' as const), key }) },
);

async function run(
  world: LedgerWorld,
  given: typeof step extends fc.Arbitrary<infer S> ? S : never,
): Promise<void> {
  switch (given.do) {
    case 'submit':
      return world.submit(given.key, given.fate);
    case 'submit twice at once':
      return world.submitTwice(given.key, given.fate);
    case 'submit another body':
      return world.submitOther(given.key);
    case 'restart':
      return world.restart();
    case 'wait':
      return world.wait(given.seconds * 1000);
    case 'service goes':
      world.serviceIsUp = given.up;
      return;
    case 'late event':
      return world.tellOfRun(given.key);
  }
}

test('whatever happens in whatever order, a key makes at most one project and ends in the truth', async () => {
  await runInDurableObject(env.ACCOUNT.getByName('ledger-model'), async (_, { storage }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const world = new LedgerWorld(storage);
        for (const given of steps) {
          await run(world, given);
          world.check();
        }
        await world.settleEverything();
        world.check();
        expect(world.openEnds()).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
}, 60_000);
