import { env, runInDurableObject } from 'cloudflare:test';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { SERVICE_EVENTS } from '../../../shared/builder-api/webhooks.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { SecretBox } from '../../object/secret-box.ts';
import { reset } from '../../testing/reset.ts';
import {
  broken,
  FakeWebhookService,
  refused,
  T0,
  TEST_PUBLIC_URL,
  type TestClock,
  testContext,
} from '../testing/fake-webhook-service.ts';
import { SubscriptionStates } from './status.ts';
import { SubscriptionStore } from './store.ts';
import { SubscriptionSync } from './sync.ts';

afterEach(() => reset());

let nextName = 0;
type Given = {
  service: FakeWebhookService;
  clock: TestClock;
  store: () => SubscriptionStore;
  states: SubscriptionStates;
  /** Runs to the end, on a new instance each time as after an eviction. */
  sync: (publicUrl?: string) => Promise<string>;
};

const given = (work: (given: Given) => Promise<void>) =>
  runInDurableObject(env.ACCOUNT.getByName(`sync-${nextName++}`), async (_, state) => {
    const clock = { at: T0 };
    const context = testContext(state, env, clock);
    const service = new FakeWebhookService();
    const states = new SubscriptionStates(state.storage);
    const store = () => new SubscriptionStore(state.storage, new SecretBox(new Uint8Array(32).fill(7)));
    const sync = async (publicUrl = TEST_PUBLIC_URL) => {
      for (;;) {
        const { outcome } = await new SubscriptionSync(context, store(), states, service).sync(publicUrl);
        if (outcome !== 'more') return outcome;
      }
    };
    await work({ service, clock, store, states, sync });
  });

const EVENT = 'deployment.finished';
const addressesOf = (service: FakeWebhookService, event: string = EVENT) =>
  service.webhooks.filter((w) => w.event === event).map((w) => w.url);
const stateOf = (states: SubscriptionStates, event: string = EVENT) =>
  states.all().find((s) => s.event === event)?.state;
const ours = `${TEST_PUBLIC_URL}/hooks/${EVENT}`;

test('subscriptions at our address are found again, not made twice, when our storage was lost', () =>
  given(async ({ service, sync, store }) => {
    for (const event of SERVICE_EVENTS) service.add(event, `${TEST_PUBLIC_URL}/hooks/${event}`);
    expect(await sync()).toBe('done');
    expect(service.calls.filter((call) => call === 'put')).toEqual([]);
    expect((await store().withSecret()).size).toBe(SERVICE_EVENTS.length);
  }));

test("beside somebody else's unfiltered subscription ours is filtered, follows the projects, and theirs is left alone", () =>
  given(async ({ service, sync, states }) => {
    const theirs = service.add(EVENT, 'https://other.example/hook');
    service.projects = Array.from({ length: 120 }, (_, i) => `p${i}`);
    await sync();
    const covered = () =>
      service.webhooks
        .filter((w) => w.event === EVENT && w.id !== theirs.id)
        .flatMap((w) => w.projectIds ?? []);
    expect(covered().sort()).toEqual([...service.projects].sort());
    expect(stateOf(states)).toBe('filtered');
    service.projects = [...service.projects.slice(1), 'new'];
    await sync();
    expect([...new Set(covered())].sort()).toEqual([...service.projects].sort());
    expect(service.webhooks).toContain(theirs);
    await service.remove(theirs.id);
    await sync();
    expect(addressesOf(service)).toEqual([ours]);
    expect(stateOf(states)).toBe('active');
  }));

test('when the projects can’t be listed, only events that need filters wait, and the list is read once an hour', () =>
  given(async ({ service, sync, states, clock }) => {
    service.add(EVENT, 'https://other.example/hook');
    service.projects = ['p1'];
    service.before = (call) => (call === 'projectIds' ? refused(403, 'FORBIDDEN', 'no list') : null);
    for (let run = 0; run < 3; run++) expect(await sync()).toBe('done');
    const active = states.all().filter(({ state }) => state === 'active');
    expect(active).toHaveLength(SERVICE_EVENTS.length - 1);
    expect(states.all().find(({ event }) => event === EVENT)).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('no list'),
    });
    expect(service.calls.filter((call) => call === 'projectIds')).toHaveLength(1);
    service.before = () => null;
    clock.at += HOUR_MS;
    await sync();
    expect(stateOf(states)).toBe('filtered');
  }));

test('a subscription that may not be removed holds up no other event', () =>
  given(async ({ service, sync, states }) => {
    await sync();
    service.projects = ['p1'];
    service.before = (call) => (call === 'remove' ? refused(403, 'FORBIDDEN', 'not yours') : null);
    expect(await sync('https://new.example')).toBe('done');
    expect(stateOf(states)).toBe('failing');
    service.before = () => null;
    expect(await sync('https://new.example')).toBe('done');
    expect(addressesOf(service)).toEqual([`https://new.example/hooks/${EVENT}`]);
    expect(stateOf(states)).toBe('active');
  }));

test('a third edge of an account takes other sets of projects, and says so where none is left to take', () =>
  given(async ({ service, sync, states }) => {
    service.add(EVENT, 'https://first.example/hook');
    service.projects = Array.from({ length: 7 }, (_, i) => `p${i}`);
    service.add(EVENT, 'https://second.example/hook', [...service.projects]);
    expect(await sync()).toBe('done');
    const mine = service.webhooks.filter((w) => w.event === EVENT && w.url.startsWith(TEST_PUBLIC_URL));
    expect(mine.flatMap((w) => w.projectIds ?? []).sort(), 'every project is covered').toEqual(
      service.projects,
    );
    expect(stateOf(states)).toBe('filtered');
    const made = service.webhooks.length;
    await sync();
    expect(service.webhooks, 'what stands is left alone').toHaveLength(made);

    service.webhooks = [];
    service.projects = ['p0'];
    service.add(EVENT, 'https://first.example/hook');
    service.add(EVENT, 'https://second.example/hook', ['p0']);
    await sync();
    expect(stateOf(states), 'a missing subscription is not reported as active').toBe('failing');
    const { problem } = states.all().find((s) => s.event === EVENT) ?? {};
    expect(problem).toContain('Two other edges of this account');
  }));

test('an event that no project of the account can have is not reported as subscribed to', () =>
  given(async ({ service, sync, states }) => {
    service.add(EVENT, 'https://other.example/hook');
    service.projects = ['p0'];
    service.legacyProjects = new Set(['p0']);
    await sync();
    expect(stateOf(states)).toBe('unavailable');
  }));

test('a conflict that the list does not show leads to filters too, and is looked into again after an hour', () =>
  given(async ({ service, sync, states, clock }) => {
    service.projects = ['p1'];
    const theirs = service.add(EVENT, 'https://other.example/hook');
    const list = service.list.bind(service);
    service.list = async () => {
      const response = await list();
      return response.ok ? { ok: true, data: response.data.filter((w) => w.id !== theirs.id) } : response;
    };
    await sync();
    expect(stateOf(states)).toBe('filtered');
    await service.remove(theirs.id);
    clock.at += HOUR_MS;
    await sync();
    expect(addressesOf(service)).toEqual([ours]);
  }));

test('events that can’t be registered are shown as such, without a call for each, and retried after a day', () =>
  given(async ({ service, sync, states, clock }) => {
    service.registrable = ['agent.prompt.finished', 'project.credit_limit.reached'];
    await sync();
    expect(service.calls.filter((call) => call === 'put').length).toBeLessThanOrEqual(3);
    expect(
      states
        .all()
        .filter((s) => s.state === 'active')
        .map((s) => s.event),
    ).toEqual(service.registrable);
    expect(states.all().filter((s) => s.state === 'unavailable')).toHaveLength(15);
    service.registrable = null;
    clock.at += DAY_MS;
    await sync();
    expect(states.all().every((s) => s.state === 'active')).toBe(true);
  }));

test('a project that can not have the event is left out of the filters, the others are not', () =>
  given(async ({ service, sync }) => {
    service.add(EVENT, 'https://other.example/hook');
    service.projects = Array.from({ length: 60 }, (_, i) => `p${i}`);
    service.legacyProjects = new Set(['p17', 'p59']);
    await sync();
    const covered = service.webhooks.filter((w) => w.event === EVENT).flatMap((w) => w.projectIds ?? []);
    expect([...new Set(covered)].sort()).toEqual(
      service.projects.filter((id) => !service.legacyProjects.has(id)).sort(),
    );
  }));

test('a lost subscription is healed, and what is on its way from it is still accepted for a while', () =>
  given(async ({ service, sync, store, clock }) => {
    await sync();
    const lost = service.webhooks.find((w) => w.event === EVENT);
    await service.remove(lost?.id ?? '');
    await sync();
    expect(addressesOf(service)).toEqual([ours]);
    const { good } = await store().secretsAt(EVENT, '', clock.at);
    expect(good).toContain(lost?.secret);
    expect(good).toHaveLength(2);
  }));

test('when the public address changed, each subscription is made again at the new one, in as many calls as there are', () =>
  given(async ({ service, sync }) => {
    await sync();
    service.projects = Array.from({ length: 70 }, (_, i) => `p${i}`);
    service.calls.length = 0;
    await sync('https://new.example');
    expect(addressesOf(service)).toEqual([`https://new.example/hooks/${EVENT}`]);
    expect(service.webhooks).toHaveLength(SERVICE_EVENTS.length);
    const count = (name: string) => service.calls.filter((call) => call === name).length;
    expect([count('remove'), count('put'), count('projectIds')]).toEqual([
      SERVICE_EVENTS.length,
      SERVICE_EVENTS.length,
      0,
    ]);
  }));

test('when the public address changed, filtered subscriptions are made again, too', () =>
  given(async ({ service, sync }) => {
    const theirs = service.add(EVENT, 'https://other.example/hook');
    service.projects = ['p1', 'p2'];
    await sync();
    await sync('https://new.example');
    const mine = service.webhooks.filter((w) => w.event === EVENT && w.id !== theirs.id);
    expect(mine).toMatchObject([{ projectIds: ['p1', 'p2'] }]);
    expect(mine[0]?.url).toMatch(/^https:\/\/new\.example\/hooks\//);
  }));

test('whatever call breaks, the next run goes on where it broke, and nothing that is not ours is ever deleted', () =>
  given(async ({ service, sync }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 60 }), { maxLength: 12 }),
        fc.subarray([...SERVICE_EVENTS], { maxLength: 3 }),
        fc.boolean(),
        async (failAt, taken, moved) => {
          service.webhooks = [];
          service.projects = ['p1', 'p2'];
          const theirs = taken.map((event) => service.add(event, `https://other.example/${event}`));
          const address = `https://run-${nextName++}.example`;
          if (moved) await sync(`${address}/old`);
          let call = 0;
          service.before = () => (failAt.includes(call++) ? broken('unreachable') : null);
          for (let tries = 0; tries <= failAt.length; tries++) if ((await sync(address)) === 'done') break;
          service.before = () => null;
          expect(await sync(address)).toBe('done');
          for (const one of theirs) expect(service.webhooks).toContain(one);
          for (const event of SERVICE_EVENTS) {
            const mine = service.webhooks.filter(
              (w) => w.event === event && w.url.startsWith(`${address}/hooks/`),
            );
            if (taken.includes(event))
              expect(mine.flatMap((w) => w.projectIds ?? []).sort()).toEqual(['p1', 'p2']);
            else expect(mine.map((w) => w.projectIds)).toEqual([null]);
          }
          const strays = service.webhooks.filter(
            (w) => !w.url.startsWith(`${address}/hooks/`) && !theirs.includes(w),
          );
          expect(strays).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  }));
