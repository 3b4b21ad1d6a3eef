import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { accountHook, HOOK_EVENT, type PostHook } from '../testing/account-hook.ts';
import { callEdge, type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let post: PostHook;

beforeEach(async () => {
  await control('reset');
  owner = await pair();
  post = await accountHook(owner);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const page = async (query = '') => eventsPage.parse((await owner.ask('GET', `/events${query}`)).data);
const idsOf = ({ events }: { events: { id: string }[] }) => events.map(({ id }) => id);

async function allPages(query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const read = await page(`?${query}&cursor=${encodeURIComponent(cursor)}`);
    ids.push(...idsOf(read));
    cursor = read.nextCursor;
  }
  return ids;
}

test('pages of history are newest first, without gap or repeat, and read nothing of the log', async () => {
  const ids = Array.from({ length: 7 }, (_, i) => `e${i}`);
  for (const id of ids) await post(id);
  const list = vi.spyOn(env.EVENTS, 'list');
  const get = vi.spyOn(env.EVENTS, 'get');
  expect(await allPages('limit=3')).toEqual([...ids].reverse());
  expect(get).not.toHaveBeenCalled();
  expect(list).not.toHaveBeenCalled();
});

test('a page is never longer than requested', async () => {
  for (const id of ['a', 'b', 'c']) await post(id);
  expect(idsOf(await page('?limit=1'))).toEqual(['c']);
  expect(idsOf(await page('?limit=2'))).toEqual(['c', 'b']);
});

test('filters by project and event', async () => {
  const body = (projectId: string) => JSON.stringify({ event: HOOK_EVENT, data: { projectId } });
  await post('shop-1', { body: body('shop') });
  await post('blog-1', { body: body('blog') });
  const _before = Date.now() + 1;
  expect(idsOf(await page('?project=shop'))).toEqual(['shop-1']);
  expect(idsOf(await page(`?event=${HOOK_EVENT}&project=blog`))).toEqual(['blog-1']);
  expect(idsOf(await page('?event=project.paused'))).toEqual([]);
  expect(await allPages(`event=${HOOK_EVENT}&limit=1`)).toEqual(['blog-1', 'shop-1']);
});

test('the whole body of an event is read on demand, from the log or from where it waits for it', async () => {
  const body = (id: string) => JSON.stringify({ event: HOOK_EVENT, extra: { deep: [id] }, data: {} });
  await post('kept', { body: body('kept') });
  vi.spyOn(env.EVENTS, 'put').mockRejectedValue(new Error('KV is down'));
  await post('waits', { body: body('waits') });
  for (const { seq, id } of (await page()).events) {
    const { data } = await owner.ask('GET', `/events/${seq}`);
    expect(data).toMatchObject({ event: { id }, body: JSON.parse(body(id)) });
  }
  expect((await owner.ask('GET', '/events/1')).code).toBe('EDGE_NOT_FOUND');
});

test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=z', 'cursor=sx', `project=${'x'.repeat(101)}`])(
  'a query that is not well-formed is reported: %s',
  async (query) => {
    const reply = await owner.ask('GET', `/events?${query}`);
    expect(reply.code).toBe('EDGE_INVALID_REQUEST');
    expect(reply.details?.field).toBe(query.split('=')[0]);
  },
);

test('history is for paired browsers', async () => {
  expect((await callEdge('GET', '/events')).status).toBe(401);
  expect((await callEdge('GET', '/events/1')).status).toBe(401);
});
