import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyAttention } from '../../shared/attention/item.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import { accountHook } from '../testing/account-hook.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
});
afterEach(() => reset());

const looked = async () => snapshot.parse((await owner.ask('GET', '/snapshot')).data);

test('that there are no events yet is known: the very first event of an account is news, not the past', async () => {
  const post = await accountHook(owner, 'project.paused');
  const empty = await looked();
  expect(empty.sections.events).toEqual({ data: { lastSeq: 0, items: [] }, readAt: 0, error: null });
  const before = reduceSnapshot(emptyAttention, empty);
  const data = { projectId: 'shop' };
  const body = JSON.stringify({ event: 'project.paused', timestamp: new Date().toISOString(), data });
  await post('first', { body });
  const { announcements } = reduceSnapshot(before.state, await looked());
  expect(announcements).toMatchObject([{ key: 'project-paused:shop#1', projectId: 'shop' }]);
});

test('a page of events says since when any are kept, also where its filter fits none', async () => {
  const oldestAt = async () => {
    const { data } = await owner.ask('GET', '/events?limit=1&project=another');
    return eventsPage.parse(data).oldestAt;
  };
  const post = await accountHook(owner);
  expect(await oldestAt()).toBeNull();
  const before = Date.now();
  const send = (id: string) => {
    const data = { projectId: 'shop', deploymentId: id, status: 'success' };
    const timestamp = new Date().toISOString();
    return post(`deploy:${id}`, {
      body: JSON.stringify({ event: 'deployment.finished', timestamp, data }),
    });
  };
  await send('d1');
  const first = await oldestAt();
  expect(first).toBeGreaterThanOrEqual(before);
  await send('d2');
  expect(await oldestAt()).toBe(first);
});
