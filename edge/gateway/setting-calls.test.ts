import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../shared/time.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
});
afterEach(reset);

const PATH = '/service/webhooks';
const BLOG = '/service/projects/blog';
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
    features: { email: { enabled: true }, web: { enabled: false } },
  });
  const before = (await owner.ask('GET', '/service/projects/shop/rate-limit')).data;
  await owner.ask('PATCH', '/service/projects/shop/rate-limit', {
    perIpPerMinute: before.perIpPerMinute,
    allowlistCidrs: ['10.0.0.0/8'],
  });
  expect(await changes()).toEqual([
    { ...limit, feature: null, part: 'allowlistCidrs', from: '', to: '10.0.0.0/8' },
    { ...limit, feature: 'web', part: 'enabled', from: true, to: false },
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

test('an environment variable that is added, replaced or removed is kept by its name, and its value nowhere', async () => {
  const path = '/service/projects/shop/secrets';
  const added = { secretName: 'STRIPE_KEY', secretValue: 'sk-first-value', environment: 'production' };
  const first = await owner.ask('POST', path, added);
  await owner.ask('DELETE', `${path}/${first.data._id}`);
  const second = await owner.ask('POST', path, { secretName: 'STRIPE_KEY', secretValue: 'sk-second-value' });
  await control('addFault', { operation: 'getProject', kind: 'error', status: 400, code: 'X_Y', count: 1 });
  await owner.ask('DELETE', `${path}/${second.data._id}`);
  const secret = { setting: 'secret', name: 'STRIPE_KEY', projectId: 'shop', by: 'Test' };
  expect(await changes()).toEqual([
    { ...secret, did: 'removed', name: null, environment: null },
    { ...secret, did: 'changed', environment: 'both' },
    { ...secret, did: 'removed', environment: 'production' },
    { ...secret, did: 'added', environment: 'production' },
  ]);
  const { keys } = await env.EVENTS.list();
  const bodies = await Promise.all(keys.map(({ name }) => env.EVENTS.get(name)));
  const kept = [...bodies, JSON.stringify(keys), (await owner.ask('GET', '/events')).text].join('\n');
  expect(kept).toContain('STRIPE_KEY');
  expect(kept).not.toMatch(/sk-(first|second)-value/);
});

test('a site that is taken down, a domain that is disconnected, a run that is stopped and a project that is deleted are kept with who did it', async () => {
  await control('addProject', { projectId: 'blog', label: 'Our blog' });
  await serviceResponse('POST', '/projects/blog/deployments/deploy');
  await control('advance', HOUR_MS);
  await serviceResponse('PUT', '/projects/blog/domain', { hostname: 'app.blog.example' });
  await control('startRun', 'blog');
  await owner.ask('GET', '/snapshot?fresh=1');
  await owner.ask('DELETE', `${BLOG}/domain`);
  await owner.ask('POST', `${BLOG}/agent/stop`);
  await owner.ask('POST', `${BLOG}/deployments/unpublish`);
  await owner.ask('DELETE', BLOG);
  const made = { projectId: 'blog', by: 'Test' };
  expect(await changes()).toEqual([
    { ...made, setting: 'project', name: 'Our blog' },
    { ...made, setting: 'site' },
    { ...made, setting: 'run' },
    { ...made, setting: 'domain', host: 'app.blog.example' },
  ]);
});
