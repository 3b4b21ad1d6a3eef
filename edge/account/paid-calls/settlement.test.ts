import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import type { Telling } from '../../testing/ledger-service.ts';
import { LedgerWorld } from '../../testing/ledger-world.ts';
import { reset } from '../../testing/reset.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ALL: Telling = { times: true, prompts: true, knownWords: true };

afterEach(() => reset());

/** Lives through something; what is said must be true at the end of it, too. */
const inWorld = (live: (world: LedgerWorld) => Promise<void>, telling: Partial<Telling> = {}) =>
  runInDurableObject(env.ACCOUNT.getByName('settlement'), async (_, { storage }) => {
    const world = new LedgerWorld(storage, { ...ALL, ...telling });
    await live(world);
    world.check();
  });

test('a project whose prompt is another call’s is not taken for a suffixed one of ours', () =>
  inWorld(async (world) => {
    await world.send('shop', 'lost-before');
    await world.send('shop-blog, same label', 'lost-after');
    await world.wait(MINUTE_MS);
    expect(world.said('shop')?.state).toBe('unknown');
    expect(world.said('shop-blog, same label')).toEqual({ state: 'launched', projectId: 'shop-blog' });
    await world.wait(12 * MINUTE_MS);
    expect(world.said('shop')?.state).toBe('absent');
  }));

test('of two projects with one label and no prompt shown, none is given to either', () =>
  inWorld(
    async (world) => {
      await world.send('shop', 'lost-before');
      await world.send('shop-blog, same label', 'lost-after');
      await world.wait(HOUR_MS);
      expect(world.said('shop')?.state).toBe('unknown');
      expect(world.said('shop-blog, same label')?.state).toBe('unknown');
    },
    { prompts: false },
  ));

test('a prompt that two calls share is told apart by label', () =>
  inWorld(async (world) => {
    await world.send('shop', 'lost-before');
    await world.send('shop, another label', 'lost-after');
    await world.wait(13 * MINUTE_MS);
    expect(world.said('shop')?.state).toBe('absent');
    expect(world.said('shop, another label')).toEqual({ state: 'launched', projectId: 'shop' });
  }));

test('while the same launch, confirmed again, is under way, its project is not given to the first', () =>
  inWorld(async (world) => {
    await world.send('shop', 'lost-before');
    await world.wait(3000);
    await world.send('shop', 'slow', { copy: 2 });
    await world.wait(20_000);
    expect(world.said('shop')?.state).toBe('unknown');
    await world.answersArrive();
    expect(world.said('shop', 2)).toEqual({ state: 'launched', projectId: 'shop' });
    await world.wait(13 * MINUTE_MS);
    expect(world.said('shop')?.state).toBe('absent');
  }));

test.each([true, false])(
  'two equal launches that take effect late are given a project each (times told: %s)',
  (times) =>
    inWorld(
      async (world) => {
        await world.send('shop', 'late', { runSeconds: 90 });
        await world.wait(200_000);
        await world.send('shop', 'late', { copy: 2, runSeconds: 240 });
        await world.wait(HOUR_MS);
        expect(world.said('shop')).toEqual({ state: 'launched', projectId: 'shop' });
        expect(world.said('shop', 2)).toEqual({ state: 'launched', projectId: 'shop-2' });
      },
      { times },
    ),
);

test('of two equal launches the first is not called the maker of both, though its project shows no word of it', () =>
  inWorld(async (world) => {
    world.service.firstRunsStart = false;
    await world.send('shop-blog, no label, the first prompt', 'lost-after');
    world.service.firstRunsStart = true;
    await world.wait(65_000);
    await world.send('shop-blog, no label, the first prompt', 'lost-after', { copy: 2 });
    await world.wait(HOUR_MS);
    expect(world.said('shop-blog, no label, the first prompt')?.state).toBe('unknown');
    expect(world.said('shop-blog, no label, the first prompt', 2)).toEqual({
      state: 'launched',
      projectId: 'shop-blog-2',
    });
  }));

test('of two equal launches each is given its project, though only the second’s shows a prompt', () =>
  inWorld(async (world) => {
    world.service.firstRunsStart = false;
    await world.send('shop', 'lost-after');
    world.service.firstRunsStart = true;
    await world.wait(65_000);
    await world.send('shop', 'lost-after', { copy: 2 });
    await world.wait(HOUR_MS);
    expect(world.said('shop')).toEqual({ state: 'launched', projectId: 'shop' });
    expect(world.said('shop', 2)).toEqual({ state: 'launched', projectId: 'shop-2' });
  }));

test('a run in a project that one launch is known to have made is not held for another’s', () =>
  inWorld(async (world) => {
    await world.send('shop', 'lost-before');
    await world.wait(40_000);
    world.service.firstRunsStart = false;
    await world.send('shop, another label', 'answered');
    world.service.firstRunsStart = true;
    await world.send('the prompt of the shop again', 'lost-after');
    await world.wait(HOUR_MS);
    expect(world.said('the prompt of the shop again')).toEqual({ state: 'launched', projectId: 'shop' });
  }));

test('a run that was started in a project does not make the project another call’s', () =>
  inWorld(async (world) => {
    world.service.isUp = false;
    await world.send('shop', 'lost-after');
    await world.wait(100_000);
    await world.send('the prompt of the shop again', 'answered');
    expect(world.said('the prompt of the shop again')?.state).toBe('launched');
    world.service.isUp = true;
    await world.wait(HOUR_MS);
    expect(world.said('shop')).toEqual({ state: 'launched', projectId: 'shop' });
  }));

test('a project that is made minutes after the call is found', () =>
  inWorld(async (world) => {
    await world.send('shop', 'late', { runSeconds: 240 });
    await world.wait(7 * MINUTE_MS);
    expect(world.said('shop')?.state).toBe('unknown');
    await world.wait(3 * MINUTE_MS);
    expect(world.said('shop')).toEqual({ state: 'launched', projectId: 'shop' });
  }));

test('a project without a time of creation keeps its launch from being absent, and its prompt proves it', async () => {
  await inWorld(
    async (world) => {
      await world.send('shop', 'lost-after');
      await world.wait(HOUR_MS);
      expect(world.said('shop')?.state).toBe('unknown');
    },
    { times: false, prompts: false },
  );
  await inWorld(
    async (world) => {
      await world.send('shop', 'lost-after');
      await world.wait(MINUTE_MS);
      expect(world.said('shop')?.state).toBe('launched');
    },
    { times: false },
  );
});

test('a run that is going with the very prompt is ours, though it tells no time', () =>
  inWorld(
    async (world) => {
      await world.send('run', 'lost-after');
      await world.wait(MINUTE_MS);
      expect(world.said('run')?.state).toBe('launched');
    },
    { times: false },
  ));

test.each(['run', 'deploy'] as const)(
  'a %s that tells neither time nor prompt is never called absent',
  (name) =>
    inWorld(
      async (world) => {
        await world.send(name, 'lost-after');
        await world.wait(HOUR_MS);
        expect(world.said(name)?.state).toBe('unknown');
      },
      { times: false, prompts: false },
    ),
);

test('a word for a server that is not known (the set is open) decides nothing', () =>
  inWorld(
    async (world) => {
      await world.send('server', 'lost-after');
      await world.wait(2 * MINUTE_MS);
      await world.wait(HOUR_MS);
      expect(world.said('server')?.state).toBe('unknown');
    },
    { knownWords: false },
  ));

test('a server that is up, after nobody watched for minutes, may have been started', () =>
  inWorld(async (world) => {
    await world.send('server', 'late', { runSeconds: 90 });
    await world.wait(5000);
    await world.oversleep(HOUR_MS);
    await world.wait(HOUR_MS);
    expect(world.said('server')?.state).toBe('unknown');
  }));

test.each(['run', 'deploy'] as const)(
  'a %s that another call was answered for is not given to a lost one',
  (name) =>
    inWorld(
      async (world) => {
        await world.send(name, 'lost-before');
        await world.wait(20_000);
        await world.send(name, 'answered', { copy: 2 });
        await world.wait(13 * MINUTE_MS);
        expect(world.said(name)?.state).toBe('absent');
        expect(world.said(name, 2)?.state).toBe('launched');
      },
      { prompts: false },
    ),
);

test('a project with our label and a prompt that another call of ours was for is not ours', () =>
  inWorld(async (world) => {
    await world.send('shop, another prompt', 'answered');
    await world.wait(HOUR_MS);
    await world.send('shop', 'lost-before');
    const again = { operation: 'launchProject', projectId: 'shop', prompt: 'two', label: 'L' } as const;
    world.service.act({ ...again, name: 'the same by hand' }, 90);
    await world.wait(13 * MINUTE_MS);
    expect(world.said('shop')?.state).toBe('absent');
  }));

test('a prompt that our own run gave to somebody else’s project does not make the project ours', () =>
  inWorld(async (world) => {
    await world.send('shop', 'lost-before');
    await world.send('the prompt of the shop again', 'late');
    world.service.actOfStranger('launchProject', 'shop');
    await world.wait(13 * MINUTE_MS);
    expect(world.said('shop')?.state).toBe('unknown');
  }));

test.each(['run', 'deploy'] as const)(
  'a %s whose call is under way is not given to an equal one that was sent after it',
  (name) =>
    inWorld(async (world) => {
      await world.send(name, 'slow');
      await world.send(name, 'lost-before', { copy: 2 });
      await world.wait(20_000);
      expect(world.said(name, 2)?.state).toBe('unknown');
      await world.answersArrive();
      expect(world.said(name)?.state).toBe('launched');
    }),
);

test.each(['run', 'deploy'] as const)(
  'of two equal calls whose looks failed, the latest %s is the later one’s, and the first stays open',
  (name) =>
    inWorld(async (world) => {
      world.service.isUp = false;
      await world.send(name, 'lost-after');
      await world.oversleep(400_000);
      await world.wait(2000);
      await world.send(name, 'lost-after', { copy: 2 });
      world.service.isUp = true;
      await world.wait(HOUR_MS);
      expect(world.said(name)?.state).toBe('unknown');
      expect(world.said(name, 2)?.state).toBe('launched');
    }),
);

test.each(['run', 'deploy'] as const)(
  'a %s that came and went while nobody could look is not called absent because of the next one',
  (name) =>
    inWorld(async (world) => {
      world.service.isUp = false;
      await world.send(name, 'lost-after');
      await world.wait(400_000);
      await world.send(name, 'answered', { copy: 2 });
      world.service.isUp = true;
      await world.wait(HOUR_MS);
      expect(world.said(name)?.state).toBe('unknown');
    }),
);

test('an event of a run that ended before the call was sent proves nothing', () =>
  inWorld(async (world) => {
    const before = {
      name: 'earlier',
      operation: 'startAgent',
      projectId: 'base',
      prompt: 'one',
      label: null,
    } as const;
    world.service.act(before, 10);
    await world.wait(30_000);
    await world.send('run', 'lost-before');
    await world.tellOfRun(0);
    await world.wait(13 * MINUTE_MS);
    expect(world.said('run')?.state).toBe('unknown');
  }));

test('an event of a run with a prompt that another call was answered for proves nothing', () =>
  inWorld(async (world) => {
    await world.send('run', 'lost-before');
    await world.send('run', 'answered', { copy: 2 });
    await world.wait(100_000);
    await world.tellOfRun(0);
    expect(world.said('run')?.state).toBe('unknown');
  }));

test('an event proves a run that nobody could see', () =>
  inWorld(async (world) => {
    await world.send('run', 'late');
    await world.wait(170_000);
    world.service.isUp = false;
    await world.wait(5 * MINUTE_MS);
    await world.tellOfRun(0);
    expect(world.said('run')?.state).toBe('launched');
  }));

test('how long the service wants to be left alone holds for all that the edge asks by itself, also after a restart', () =>
  inWorld(async (world) => {
    await world.send('deploy', 'lost-before');
    await world.send('server', 'lost-before');
    world.service.nextWaitSeconds = 600;
    await world.wait(5000);
    world.restart();
    await world.wait(9 * MINUTE_MS);
    expect(world.service.readsInBetween).toBe(0);
    await world.wait(20 * MINUTE_MS);
    expect(world.said('deploy')?.state).toBe('absent');
  }));

test('a wait that the paid call itself was answered with is kept, too', () =>
  inWorld(async (world) => {
    await world.send('deploy', 'failing-before');
    await world.wait(90_000);
    expect(world.service.readsInBetween).toBe(0);
    await world.wait(13 * MINUTE_MS);
    expect(world.said('deploy')?.state).toBe('absent');
  }));
