import { describe, expect, it } from 'vitest';
import { SEND_WITHIN_MS } from '../../paid/driver.ts';
import { UnreadCalls } from '../../storage/bounds.ts';
import { draftFixture, FOR, recordFixture } from '../entry-fixture.ts';
import { launchStatus } from '../history.ts';
import { confirmationOf, retryRequestOf } from '../launch-request.ts';
import { type LaunchRunner, launchRunner } from './launch-runner.ts';
import { depsOf, newWorld, pageOf, type World } from './world-fixture.ts';

const secretDraft = draftFixture({ secrets: [{ id: 's', name: 'MAIL_KEY', environment: 'both' }] });
const statusOf = (world: World, key: string) => {
  const entry = world.entries.find((one) => one.key === key);
  return entry ? launchStatus(entry) : null;
};
/** Lets everything run that was started and not waited for. */
const settled = (world: World) => launchRunner(depsOf(world)).resume();

async function confirmed(world: World, insteadOf: string | null = null): Promise<string> {
  const runner = launchRunner(depsOf(world));
  const key = await confirm(runner, world, insteadOf);
  await runner.check(key);
  return key;
}

/** Presses the button of a page that shows the form. */
async function confirm(runner: LaunchRunner, world: World, insteadOf: string | null = null): Promise<string> {
  const confirmation = await confirmationOf(pageOf(world), 'draft-1', insteadOf);
  if (typeof confirmation === 'string') throw new Error(confirmation);
  return 'key' in confirmation ? confirmation.key : runner.confirm(confirmation);
}

const RETRIED = retryRequestOf(draftFixture());

describe('confirming', () => {
  it('stores the key before anything is sent', async () => {
    const world = newWorld(draftFixture());
    const runner = launchRunner(depsOf(world, 6));
    await confirm(runner, world);
    expect(world.entries).toMatchObject([{ phase: 'stored' }]);
    expect(world.projects).toHaveLength(0);
  });

  it('launches, and then forgets the draft and its secrets', async () => {
    const world = newWorld(secretDraft);
    world.secrets.set('draft-1', { s: 'canary' });
    const key = await confirmed(world);
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched' });
    expect(JSON.parse(world.bodies.get(key) ?? '')).toMatchObject({ secrets: [{ secretValue: 'canary' }] });
    expect([world.drafts.size, world.secrets.size]).toEqual([0, 0]);
    expect(JSON.stringify(world.entries)).not.toContain('canary');
  });

  it('makes one project of a double click and of two windows', async () => {
    const world = newWorld(draftFixture());
    const runner = launchRunner(depsOf(world));
    const answers = await Promise.all([
      confirm(runner, world),
      confirm(runner, world),
      confirm(runner, world),
    ]);
    await settled(world);
    expect(new Set(answers).size).toBe(1);
    expect(world.projects).toHaveLength(1);
    expect(await confirm(runner, world), 'a window that still shows the form').toEqual(answers[0]);
    expect(world.projects).toHaveLength(1);
  });
});

describe('a launch that can be taken back', () => {
  const undoable = async (world: World) => {
    world.secrets.set('draft-1', { s: 'canary' });
    const confirmation = await confirmationOf(pageOf(world), 'draft-1', null);
    if (typeof confirmation === 'string' || 'key' in confirmation) throw new Error('not confirmed');
    return launchRunner(depsOf(world)).confirm({ ...confirmation, isUndoable: true });
  };

  it('is sent at its time by the background that is there, once, and no longer taken back', async () => {
    const world = newWorld(secretDraft);
    const key = await undoable(world);
    await settled(world);
    expect([world.projects, world.awake]).toEqual([[], true]);
    world.nowMs += 30_000;
    await settled(world);
    expect([world.projects, statusOf(world, key)?.kind]).toEqual([[key], 'launched']);
    expect(await launchRunner(depsOf(world)).takeBack(key)).toBe(false);
  });

  it('leaves its draft with its secrets when it is taken back, which can be launched again', async () => {
    const world = newWorld(secretDraft);
    const key = await undoable(world);
    expect(await confirm(launchRunner(depsOf(world)), world), 'another window').toBe(key);
    expect(await launchRunner(depsOf(world)).takeBack(key)).toBe(true);
    world.nowMs += 6_000;
    await settled(world);
    expect([world.projects, world.entries, world.requests.size]).toEqual([[], [], 0]);
    expect([...world.secrets.keys()]).toEqual(['draft-1']);
    const again = await confirmed(world);
    expect(world.projects).toEqual([again]);
  });

  it.each(['a minute later', 'in a later start'] as const)('is never sent %s', async (when) => {
    const world = newWorld(secretDraft);
    const key = await undoable(world);
    if (when === 'a minute later') world.nowMs += 65_000;
    else world.start = 'start-2';
    await settled(world);
    expect([world.projects, statusOf(world, key)]).toEqual([[], { kind: 'not-sent' }]);
    expect([[...world.notSent], world.drafts.size]).toEqual([[key], 1]);
  });
});

describe('a launch with an unknown outcome', () => {
  it('is what the user says it is, and then is settled like any other', async () => {
    const world = newWorld(secretDraft);
    world.secrets.set('draft-1', { s: 'value' });
    world.mood = 'service-silent';
    const key = await confirmed(world);
    expect(statusOf(world, key)).toMatchObject({ kind: 'unknown' });
    const projectId = 'studio-nord-classes-k7q';
    const result = await launchRunner(depsOf(world)).settleAs(key, { happened: true, projectId });
    expect(result).toMatchObject({ ok: true });
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched', projectId: 'studio-nord-classes-k7q' });
    expect([world.drafts.size, world.requests.size]).toEqual([0, 0]);
  });

  it('stays unknown when the edge can’t be reached', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'service-silent';
    const key = await confirmed(world);
    world.mood = 'unreachable';
    const result = await launchRunner(depsOf(world)).settleAs(key, { happened: false });
    expect(result).toMatchObject({ ok: false, error: { kind: 'edge-unreachable' } });
    expect(statusOf(world, key)).toMatchObject({ kind: 'unknown' });
  });
});

describe('refusals', () => {
  it('keeps the draft and its secrets for another try, with a new key', async () => {
    const world = newWorld(secretDraft);
    world.secrets.set('draft-1', { s: 'value' });
    world.mood = 'refuses';
    const first = await confirmed(world);
    expect(statusOf(world, first)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'INSUFFICIENT_CREDITS' },
    });
    expect([...world.notSent], 'who has closed the popup is told').toEqual([first]);
    expect([...world.secrets.keys()]).toEqual(['draft-1']);
    world.mood = 'launches';
    const second = await confirmed(world);
    expect(second).not.toBe(first);
    expect(world.projects).toEqual([second]);
  });

  it('a refusal that the snapshot brings is told to who has closed the popup', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'in-progress';
    const key = await confirmed(world);
    const refusal = { code: 'PROJECT_ALREADY_EXISTS', message: '', httpStatus: 409, details: null };
    const record = recordFixture({ key, state: 'refused', projectId: null, refusal });
    await launchRunner(depsOf(world)).learn([record], []);
    expect([...world.notSent]).toEqual([key]);
  });
});

describe('when the outcome is unknown', () => {
  it.each(['in-progress', 'service-silent'] as const)('asks the ledger and waits (%s)', async (mood) => {
    const world = newWorld(draftFixture());
    world.mood = mood;
    const key = await confirmed(world);
    expect(statusOf(world, key)).toMatchObject({ kind: 'unknown', nextCheckAt: 7 });
    world.ledger.set(key, recordFixture({ key }));
    await launchRunner(depsOf(world)).resume();
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched' });
    expect(world.projects).toHaveLength(1);
  });

  it('sends again what the edge had only reserved and has forgotten', async () => {
    const world = newWorld(secretDraft);
    world.secrets.set('draft-1', { s: 'canary' });
    world.mood = 'unreachable';
    const key = await confirmed(world);
    world.mood = 'launches';
    world.ledger.set(key, recordFixture({ key, state: 'reserved', projectId: null, settledAt: null }));
    await launchRunner(depsOf(world)).resume();
    world.ledger.delete(key);
    await launchRunner(depsOf(world)).resume();
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched' });
    expect(world.projects).toEqual([key]);
  });

  it('launches again only on a second confirmation of just that launch', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'service-silent';
    const first = await confirmed(world);
    expect(await confirmed(world)).toBe(first);
    const runner = launchRunner(depsOf(world));
    const [again, double] = await Promise.all([confirm(runner, world, first), confirm(runner, world, first)]);
    expect(again).toEqual(double);
    expect(again).not.toBe(first);
    await settled(world);
    expect(world.projects).toHaveLength(2);
  });

  it('launches nothing while paid calls are stored that can’t be read: it might be one of them', async () => {
    const world = newWorld(draftFixture());
    world.unread = 1;
    await expect(confirmed(world)).rejects.toThrow(UnreadCalls);
    expect([world.entries, world.projects]).toEqual([[], []]);
    world.unread = 0;
    await confirmed(world);
    await settled(world);
    expect(world.projects).toHaveLength(1);
  });

  it('finds a launch whose reply was lost', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'launches-but-reply-lost';
    const key = await confirmed(world);
    await settled(world);
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched' });
    expect(world.projects).toHaveLength(1);
  });

  it('never sends the first once the second was confirmed', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'unreachable';
    const first = await confirmed(world);
    world.nowMs += 1;
    const second = await confirmed(world, first);
    world.mood = 'launches';
    await settled(world);
    expect(world.projects).toEqual([second]);
    expect(statusOf(world, first)).toEqual({ kind: 'not-sent' });
  });

  it('does not launch again what turned out to have launched', async () => {
    const world = newWorld(draftFixture());
    const key = await confirmed(world);
    world.drafts.set('draft-1', draftFixture());
    expect(await confirmed(world, key)).toBe(key);
    expect(world.projects).toHaveLength(1);
  });

  it('sends when the edge is back soon, and gives up when that took too long', async () => {
    const soon = newWorld(draftFixture());
    soon.mood = 'unreachable';
    const key = await confirmed(soon);
    expect(statusOf(soon, key)).toMatchObject({ kind: 'unknown', edgeTrouble: 'edge-unreachable' });
    soon.mood = 'launches';
    await settled(soon);
    expect(soon.projects).toEqual([key]);

    const late = newWorld(draftFixture());
    late.mood = 'unreachable';
    const lateKey = await confirmed(late);
    late.mood = 'launches';
    late.nowMs += SEND_WITHIN_MS;
    await settled(late);
    expect(statusOf(late, lateKey)).toEqual({ kind: 'not-sent' });
    expect([[...soon.notSent], [...late.notSent]], 'who has closed the popup is told').toEqual([
      [],
      [lateKey],
    ]);
    expect(late.projects).toEqual([]);
    expect(late.drafts.size).toBe(1);
  });

  it('gives up rather than sending without its secrets', async () => {
    const world = newWorld(secretDraft);
    world.secrets.set('draft-1', { s: 'value' });
    world.mood = 'unreachable';
    const key = await confirmed(world);
    world.secrets.clear();
    world.mood = 'launches';
    await settled(world);
    expect(statusOf(world, key)).toEqual({ kind: 'not-sent' });
    expect(world.projects).toEqual([]);
  });
});

describe('the background ended after each step', () => {
  it.each([false, true])(
    'makes one project at most, and exactly one once it was confirmed (step done: %s)',
    async (done) => {
      for (let endAfter = 0; endAfter < 30; endAfter += 1) {
        for (const mood of ['launches', 'launches-but-reply-lost', 'service-silent'] as const) {
          const world = newWorld(secretDraft);
          world.secrets.set('draft-1', { s: 'value' });
          world.mood = mood;
          const ending = launchRunner(depsOf(world, endAfter, done));
          await confirm(ending, world).then(
            (key) => ending.check(key).catch(() => undefined),
            () => undefined,
          );
          await settled(world);
          await confirm(launchRunner(depsOf(world)), world);
          await settled(world);
          expect(world.projects, `${mood}, ended after ${endAfter}`).toHaveLength(1);
          for (const [key, record] of world.ledger)
            world.ledger.set(key, { ...recordFixture({ key }), key: record.key });
          await settled(world);
          expect(world.entries.map((entry) => launchStatus(entry).kind)).toEqual(['launched']);
          const { key = '' } = world.entries[0] ?? {};
          expect(world.secrets.has(key), `secrets, ended after ${endAfter}`).toBe(false);
          expect(world.requests.size, `requests, ended after ${endAfter}`).toBe(0);
        }
      }
    },
  );
});

describe('a launch that was confirmed for another edge', () => {
  const OTHER = { edge: 'https://other.example', ledgerId: 'ledger-2', epoch: 1 };

  /** A launch that never reached its edge, which this browser left and is paired with again. */
  async function leftAndBack() {
    const world = newWorld(draftFixture());
    world.mood = 'unreachable';
    const key = await confirmed(world);
    world.paired = OTHER;
    await settled(world);
    world.mood = 'launches';
    world.paired = FOR;
    return { world, key };
  }

  it.each([
    ['another edge', OTHER],
    ['another account behind the same edge', { ...FOR, epoch: 2 }],
  ])('is neither sent to %s nor called free of charge, however late', async (_, elsewhere) => {
    const world = newWorld(secretDraft);
    world.secrets.set('draft-1', { s: 'canary' });
    world.mood = 'unreachable';
    const key = await confirmed(world);
    world.mood = 'launches';
    world.paired = elsewhere;
    await settled(world);
    world.nowMs += SEND_WITHIN_MS + 1;
    await settled(world);
    expect([world.projects, [...world.bodies]]).toEqual([[], []]);
    expect(statusOf(world, key)).toEqual({ kind: 'receipt' });
  });

  it('is looked up by its key at its own edge, and stays unknown where that does not know it', async () => {
    const { world, key } = await leftAndBack();
    await settled(world);
    world.nowMs += SEND_WITHIN_MS + 1;
    await settled(world);
    expect([statusOf(world, key), world.projects]).toEqual([{ kind: 'receipt' }, []]);
    world.ledger.set(key, recordFixture({ key }));
    await settled(world);
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched' });
  });

  it('is settled by the user once its own edge has it, and does not know the outcome either', async () => {
    const { world, key } = await leftAndBack();
    world.ledger.set(key, recordFixture({ key, state: 'unknown', settledAt: null, projectId: null }));
    await settled(world);
    expect(statusOf(world, key)).toMatchObject({ kind: 'unknown' });
    expect(await launchRunner(depsOf(world)).settleAs(key, { happened: false })).toMatchObject({ ok: true });
    expect(statusOf(world, key)).toMatchObject({ kind: 'absent' });
  });

  it('wakes no alarm, and goes when it is dismissed, which no other launch can be', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'unreachable';
    const key = await confirmed(world);
    await launchRunner(depsOf(world)).dismiss(key);
    expect(world.entries).toHaveLength(1);
    world.paired = OTHER;
    await settled(world);
    expect(world.awake).toBe(false);
    await launchRunner(depsOf(world)).dismiss(key);
    expect(world.entries).toEqual([]);
  });

  it('has its steps tried again nowhere else', async () => {
    const world = newWorld(draftFixture());
    const key = await confirmed(world);
    world.paired = OTHER;
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    expect(world.retried).toEqual([]);
    expect(world.entries[0]?.retries.agent?.state).toBe('receipt');
  });
});

describe('learning', () => {
  it('settles and tidies up by what the snapshot shows', async () => {
    const world = newWorld(draftFixture());
    world.mood = 'service-silent';
    const key = await confirmed(world);
    await launchRunner(depsOf(world)).learn([recordFixture({ key })], []);
    expect(statusOf(world, key)).toMatchObject({ kind: 'launched' });
    expect(world.drafts.size).toBe(0);
  });
});

describe('retrying a step that a launch warned about', () => {
  async function launched(): Promise<[World, string]> {
    const world = newWorld(draftFixture());
    return [world, await confirmed(world)];
  }

  it('starts the agent with the prompt once, however often it is requested', async () => {
    const [world, key] = await launched();
    const runner = launchRunner(depsOf(world));
    await Promise.all([runner.retry(key, 'agent', RETRIED), runner.retry(key, 'agent', RETRIED)]);
    await runner.retry(key, 'agent', RETRIED);
    expect(world.retried).toHaveLength(1);
    expect(world.retried[0]).toContain(`studio-nord-classes ${JSON.stringify(RETRIED)}`);
    expect(world.entries[0]?.retries.agent?.state).toBe('done');
  });

  it('takes another key after a refusal, and keeps the words of it', async () => {
    const [world, key] = await launched();
    world.retryRefused = 'INSUFFICIENT_CREDITS';
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    expect(world.entries[0]?.retries.agent).toMatchObject({ state: 'failed', message: 'No' });
    world.retryRefused = null;
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    expect(new Set(world.retried.map((line) => line.split(' ')[1])).size).toBe(2);
  });

  it.each([
    ['the reply is lost', 'launches-but-reply-lost'],
    ['nobody knows yet', 'service-silent'],
  ] as const)('is under way with one key until the ledger says how it went, where %s', async (_, mood) => {
    const [world, key] = await launched();
    world.mood = mood;
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    const retry = world.entries[0]?.retries.agent;
    world.ledger.set(retry?.key ?? '', recordFixture({ key: retry?.key ?? '' }));
    await settled(world);
    expect(world.retried).toHaveLength(1);
    expect(world.entries[0]?.retries.agent?.state).toBe('done');
  });

  it('takes the same key again where nothing arrived', async () => {
    const [world, key] = await launched();
    world.mood = 'unreachable';
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    expect(world.entries[0]?.retries.agent?.state).toBe('going');
    world.mood = 'launches';
    await settled(world);
    expect(world.entries[0]?.retries.agent?.state).toBe('failed');
    await launchRunner(depsOf(world)).retry(key, 'agent', RETRIED);
    expect(new Set(world.retried.map((line) => line.split(' ')[1])).size).toBe(1);
    expect(world.entries[0]?.retries.agent?.state).toBe('done');
  });

  it('is settled in whatever step the background ended', async () => {
    for (let endAfter = 0; endAfter < 12; endAfter += 1) {
      const [world, key] = await launched();
      await launchRunner(depsOf(world, endAfter))
        .retry(key, 'agent', RETRIED)
        .catch(() => undefined);
      await settled(world);
      expect(world.entries[0]?.retries.agent?.state, `ended after ${endAfter}`).not.toBe('going');
      expect(world.retried.length).toBeLessThanOrEqual(1);
    }
  });

  it.each(['secrets', 'creditLimits'])(
    'leaves alone what it cannot do, and what the edge does: %s',
    async (step) => {
      const [world, key] = await launched();
      await launchRunner(depsOf(world)).retry(key, step, RETRIED);
      expect(world.retried).toEqual([]);
    },
  );
});
