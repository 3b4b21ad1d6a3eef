import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
});
afterEach(reset);

const PATH = '/service/webhooks';
const hook = {
  url: 'https://shop.example/hooks/s3cret?token=1',
  event: 'project.paused',
  projectIds: ['shop'],
};
const changes = async () =>
  (await owner.ask('GET', '/events?event=edge.change')).data.events.map(
    ({ projectId, facts }: { projectId: string | null; facts: object }) => ({ projectId, ...facts }),
  );

test('a receiver that a browser adds or deletes is kept as an event with its host, and without its path', async () => {
  const added = await owner.ask('PUT', PATH, hook);
  await owner.ask('DELETE', `${PATH}/${added.data.id}`);
  const receiver = { setting: 'receiver', host: 'shop.example', event: 'project.paused', by: 'Test' };
  expect(await changes()).toEqual([
    { ...receiver, did: 'removed', projectId: 'shop' },
    { ...receiver, did: 'added', projectId: 'shop' },
  ]);
});

test('one that is for several projects is of none', async () => {
  await control('addProject', { projectId: 'blog' });
  const { data } = await owner.ask('PUT', PATH, { ...hook, projectIds: ['shop', 'blog'] });
  await owner.ask('DELETE', `${PATH}/${data.id}`);
  expect(await changes()).toMatchObject([
    { did: 'removed', projectId: null },
    { did: 'added', projectId: null },
  ]);
});

test('one that is deleted while the list can’t be read is kept without a host', async () => {
  const { data } = await owner.ask('PUT', PATH, hook);
  await control('addFault', { operation: 'listWebhooks', kind: 'error', status: 400, code: 'X_Y' });
  await owner.ask('DELETE', `${PATH}/${data.id}`);
  expect((await changes())[0]).toMatchObject({ did: 'removed', host: null, event: null });
});

test('each field of a limit that changes is kept with what it was, and what stays is not', async () => {
  const limit = { setting: 'limit', did: 'changed', projectId: 'shop', by: 'Test' };
  await owner.ask('PUT', '/service/projects/shop/limits', {
    features: { email: { enabled: true, monthlyCreditCap: 40, monthlyUnitCap: 90 } },
  });
  const before = (await owner.ask('GET', '/service/projects/shop/rate-limit')).data;
  await owner.ask('PATCH', '/service/projects/shop/rate-limit', {
    perIpPerMinute: before.perIpPerMinute,
    allowlistCidrs: ['10.0.0.0/8'],
  });
  expect(await changes()).toEqual([
    { ...limit, feature: null, part: 'allowlistCidrs', from: '', to: '10.0.0.0/8' },
    { ...limit, feature: 'email', part: 'monthlyUnitCap', from: null, to: 90, unit: 'recipients' },
    { ...limit, feature: 'email', part: 'monthlyCreditCap', from: null, to: 40 },
  ]);
});

test('a change that the service refuses is none', async () => {
  await control('addFault', { operation: 'registerWebhook', kind: 'error', status: 400, code: 'X_Y' });
  expect((await owner.ask('PUT', PATH, hook)).code).toBe('X_Y');
  expect(await changes()).toEqual([]);
});

test('the address of a project’s own webhook, and the engine’s switch, are kept with who set them', async () => {
  await owner.ask('GET', '/snapshot?fresh=1');
  const url = 'https://shop.example/own';
  await owner.ask('PUT', '/service/projects/shop/webhook', { url });
  const { v2OptIn } = (await owner.ask('GET', '/service/account/v2-opt-in')).data;
  await owner.ask('PUT', '/service/account/v2-opt-in', { v2OptIn });
  await owner.ask('PUT', '/service/account/v2-opt-in', { v2OptIn: !v2OptIn });
  const [from, to] = v2OptIn ? ['v2', 'legacy'] : ['legacy', 'v2'];
  expect(await changes()).toEqual([
    { projectId: null, setting: 'engine', did: 'changed', from, to, by: 'Test' },
    { projectId: 'shop', setting: 'receiver', did: 'changed', host: 'shop.example', event: null, by: 'Test' },
  ]);
});
