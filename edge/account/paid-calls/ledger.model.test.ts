import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { PaidForm } from '../../testing/ledger-service.ts';
import { FATES, FORMS, LedgerWorld } from '../../testing/ledger-world.ts';
import { reset } from '../../testing/reset.ts';

/** Each run takes up to 30 steps. */
const RUNS = 1500;
const PLAIN_RUNS = 400;

afterEach(() => reset());

const copy = fc.integer({ min: 1, max: 2 });
/** Few in one life, so that they meet. */
const someForms = fc.shuffledSubarray([...FORMS], { minLength: 1, maxLength: 4 });
const which = fc.nat(3);
/** Of these the service tells enough that none may stay open, when it tells all it can. */
const PLAIN = ['shop', 'shop, another prompt', 'run', 'deploy', 'server'];
const plainForms = fc.shuffledSubarray(
  FORMS.filter(({ name }) => PLAIN.includes(name)),
  { minLength: 1 },
);
const runSeconds = fc.constantFrom(90, 240);
const telling = fc.record({ times: fc.boolean(), prompts: fc.boolean(), knownWords: fc.boolean() });
const seconds = fc.constantFrom(1, 5, 20, 50, 200, 700, 4000);

const submit = fc.record({
  do: fc.constant('submit' as const),
  which,
  copy,
  fate: fc.constantFrom(...FATES),
  runSeconds,
});
const wait = fc.record({ do: fc.constant('wait' as const), seconds });
const restart = fc.record({ do: fc.constant('restart' as const) });
const lateEvent = fc.record({ do: fc.constant('late event' as const), run: fc.nat(9) });

const anyStep = fc.oneof(
  { weight: 6, arbitrary: submit },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('submit twice at once' as const),
      which,
      copy,
      fate: fc.constantFrom(...FATES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('submit another body' as const), which, copy }),
  },
  { weight: 1, arbitrary: restart },
  { weight: 4, arbitrary: wait },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('oversleep' as const), seconds }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answers arrive' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('service goes' as const), up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('first runs' as const), start: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('service wants to be left alone' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('a stranger acts' as const),
      operation: fc.constantFrom('launchProject' as const, 'startAgent' as const),
    }),
  },
  { weight: 2, arbitrary: lateEvent },
);

/** Each form once, and nothing that keeps the edge from looking. */
const plainFate = fc.constantFrom(...FATES.filter((fate) => fate !== 'limited' && fate !== 'failing-before'));
const plainStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(submit, plainFate).map(([given, fate]) => ({ ...given, fate, copy: 1 })),
  },
  { weight: 1, arbitrary: restart },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: lateEvent },
);

type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

async function run(world: LedgerWorld, forms: readonly PaidForm[], given: Step): Promise<void> {
  const form = forms['which' in given ? given.which % forms.length : 0];
  if (form === undefined) return;
  switch (given.do) {
    case 'submit':
      return world.submit(form, given.copy, given.fate, given.runSeconds);
    case 'submit twice at once':
      return world.submitTwice(form, given.copy, given.fate);
    case 'submit another body':
      return world.submitOther(form, given.copy);
    case 'restart':
      return world.restart();
    case 'wait':
      return world.wait(given.seconds * 1000);
    case 'oversleep':
      return world.oversleep(given.seconds * 1000);
    case 'answers arrive':
      return world.answersArrive();
    case 'service goes':
      world.service.isUp = given.up;
      return;
    case 'first runs':
      world.service.firstRunsStart = given.start;
      return;
    case 'service wants to be left alone':
      world.service.nextWaitSeconds = 600;
      return;
    case 'a stranger acts':
      return world.service.actOfStranger(given.operation, given.operation === 'startAgent' ? 'base' : 'shop');
    case 'late event':
      return world.tellOfRun(given.run);
  }
}

async function live(world: LedgerWorld, forms: readonly PaidForm[], steps: readonly Step[]): Promise<void> {
  for (const given of steps) {
    await run(world, forms, given);
    world.check();
  }
  await world.settleEverything();
  world.check();
}

test('whatever happens in whatever order, a key acts at most once, and what is said of it is true', async () => {
  await runInDurableObject(env.ACCOUNT.getByName('ledger-model'), async (_, { storage }) => {
    await fc.assert(
      fc.asyncProperty(
        telling,
        someForms,
        fc.array(anyStep, { maxLength: 30 }),
        async (told, forms, steps) => {
          await live(new LedgerWorld(storage, told), forms, steps);
        },
      ),
      { numRuns: RUNS },
    );
  });
}, 120_000);

test('while the service tells what it can and is asked in time, nothing stays open', async () => {
  await runInDurableObject(env.ACCOUNT.getByName('ledger-model'), async (_, { storage }) => {
    await fc.assert(
      fc.asyncProperty(plainForms, fc.array(plainStep, { maxLength: 30 }), async (forms, steps) => {
        const world = new LedgerWorld(storage, { times: true, prompts: true, knownWords: true });
        await live(world, forms, steps);
        expect(world.openEnds()).toEqual([]);
      }),
      { numRuns: PLAIN_RUNS },
    );
  });
}, 120_000);
