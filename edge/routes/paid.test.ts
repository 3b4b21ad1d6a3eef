import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { callEdge, EXTENSION_ORIGIN, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await control('reset');
  await control('setAccount', { oneTimeCredits: 1_000 });
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
  builder = await pairAs(owner, 'builder');
});
afterEach(() => reset());

let keys = 0;
const launch = (who: Paired, creditLimits?: object) =>
  who.ask(
    'POST',
    '/launches',
    { projectId: `new-shop-${++keys}`, prompt: 'Build a shop', ...(creditLimits && { creditLimits }) },
    { 'idempotency-key': `launch-${keys}-key` },
  );

test.each<[string, object | undefined]>([
  ['no development cap', { maxDevelopmentCreditsPerMonth: null }],
  ['a development cap that is left out, which is none (service reference, Launch Project)', undefined],
  ['the same beside another cap', { maxInfrastructureCreditsPerMonth: 50 }],
  ['no infrastructure cap', { maxInfrastructureCreditsPerMonth: null }],
  ['a cap above the ceiling', { maxDevelopmentCreditsPerMonth: 1e15 }],
])('a builder can not lift by a launch what only owners change: %s', async (_, creditLimits) => {
  const refused = await launch(builder, creditLimits);
  expect([refused.status, refused.code]).toEqual([403, 'EDGE_ROLE_FORBIDDEN']);
  expect((await callsOf()).launchProject ?? 0).toBe(0);
  expect((await launch(owner, creditLimits)).status).toBe(201);
});

test('a launch with large files is parsed once and made text once, also where its key is sent again', async () => {
  const MB = 1_000_000;
  const content = 'QUJD'.repeat(MB);
  const body = JSON.stringify({
    projectId: 'new-large',
    prompt: 'Build a shop',
    files: [{ name: 'a.bin', content }],
  });
  const parse = vi.spyOn(JSON, 'parse');
  const stringify = vi.spyOn(JSON, 'stringify');
  const send = (text: string) => owner.ask('POST', '/launches', text, { 'idempotency-key': 'launch-large' });
  const first = await send(body);
  expect(first.status).toBe(201);
  const large = (texts: readonly unknown[]) => texts.filter((text) => String(text).length > MB).length;
  expect([
    large(parse.mock.calls.map(([text]) => text)),
    large(stringify.mock.results.map(({ value }) => value)),
  ]).toEqual([1, 1]);
  vi.restoreAllMocks();
  expect((await send(body)).headers.get('idempotent-replayed')).toBe('true');
  expect((await send(body.replace('shop', 'café'))).code).toBe('EDGE_KEY_REUSED');
  expect((await callsOf()).launchProject).toBe(1);
});

test('a builder launches with a cap up to the ceiling, and creates an empty project, which the service caps', async () => {
  expect((await launch(builder, { maxDevelopmentCreditsPerMonth: 5_000 })).status).toBe(201);
  const empty = { projectId: 'new-empty' };
  const key = { 'idempotency-key': 'create-empty' };
  expect((await builder.ask('POST', '/service/projects', empty, key)).status).toBe(200);
});

test('a builder can not confirm a deployment that destroys data', async () => {
  const deploy = (who: Paired, key: string) =>
    who.ask(
      'POST',
      '/service/projects/shop/deployments/deploy',
      { confirmDestructive: true },
      {
        'idempotency-key': key,
      },
    );
  const refused = await deploy(builder, 'deploy-builder');
  expect([refused.status, refused.code]).toEqual([403, 'EDGE_ROLE_FORBIDDEN']);
  expect((await callsOf()).deployProject ?? 0).toBe(0);
  expect((await deploy(owner, 'deploy-owner-1')).status).toBe(200);
});

describe('a deployment that destroys data (service reference, Versioning, confirmDestructive)', () => {
  beforeEach(() => control('setProject', 'shop', { destroysOnDeploy: ['the table guests'] }));
  const deploy = (key: string, body?: object) =>
    owner.ask('POST', '/service/projects/shop/deployments/deploy', body, { 'idempotency-key': key });
  const deploys = async () => (await control<{ effects: { deploys: number } }>('counters')).effects.deploys;
  const creditsLeft = async () => (await owner.ask('GET', '/service/account')).data.credits;

  test('is refused without the confirmation, with what the service says goes, and costs nothing', async () => {
    const credits = await creditsLeft();
    for (const [key, body] of [
      ['deploy-plainly', undefined],
      ['deploy-denied', { confirmDestructive: false }],
    ] as const) {
      const refused = await deploy(key, body);
      expect([refused.status, refused.code]).toEqual([409, 'DESTRUCTIVE_CHANGES']);
      expect(refused.text).toContain('the table guests');
      const { data } = await owner.ask('GET', `/paid-calls/${key}`);
      expect(data).toMatchObject({ state: 'refused', refusal: { code: 'DESTRUCTIVE_CHANGES' } });
    }
    expect([await deploys(), await creditsLeft()]).toEqual([0, credits]);
  });

  test('is made once where it was confirmed, however often it is asked for under its key', async () => {
    await deploy('deploy-plainly');
    const confirmed = await deploy('deploy-confirmed', { confirmDestructive: true });
    expect([confirmed.status, confirmed.data.status]).toEqual([200, 'deploying']);
    const replayed = await deploy('deploy-confirmed', { confirmDestructive: true });
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await deploys()).toBe(1);
  });

  test('is not confirmed afterwards under the key of one that was not', async () => {
    await deploy('deploy-plainly');
    const turned = await deploy('deploy-plainly', { confirmDestructive: true });
    expect(turned.code).toBe('EDGE_KEY_REUSED');
    expect(await deploys()).toBe(0);
  });

  test('is confirmed by true alone, and by no other field', async () => {
    for (const body of [{ confirmDestructive: 'true' }, { confirmDestructive: 1 }, { force: true }]) {
      const refused = await deploy('deploy-otherwise', body);
      expect([body, refused.status, refused.code]).toEqual([body, 400, 'EDGE_INVALID_REQUEST']);
    }
    expect((await callsOf()).deployProject ?? 0).toBe(0);
  });
});

describe('the ledger that a paid call was confirmed for', () => {
  const ledgerOf = async () => (await owner.ask('GET', '/snapshot')).data.ledger;
  const named = ({ ledgerId, epoch }: { ledgerId: string; epoch: number }) => ({
    ledger: `${ledgerId}/${epoch}`,
  });

  test('is told when a browser pairs, and is the same in every snapshot and after a restart', async () => {
    const { data } = await owner.ask('POST', '/pairing-codes', { role: 'viewer' });
    const paired = await callEdge('POST', '/pair', {
      headers: { origin: EXTENSION_ORIGIN },
      body: JSON.stringify({ code: data.code, name: 'Another' }),
    });
    expect(paired.data.ledger).toEqual({ ledgerId: expect.stringMatching(/^[0-9a-f-]{36}$/), epoch: 1 });
    expect(await ledgerOf()).toEqual(paired.data.ledger);
    await evictDurableObject(env.ACCOUNT.getByName('account'));
    expect(await ledgerOf()).toEqual(paired.data.ledger);
  });

  test('is another one in another object', async () => {
    const before = await ledgerOf();
    await reset();
    owner = await pair();
    expect((await ledgerOf()).ledgerId).not.toBe(before.ledgerId);
  });

  test.each([
    ['another edge', { ledgerId: 'another' }],
    ['another account behind this edge', { epoch: 2 }],
  ])('is refused where it is of %s: nothing is sent, and nothing is said about the key', async (_, other) => {
    const ledger = await ledgerOf();
    const body = { projectId: 'elsewhere', prompt: 'Build a shop' };
    const key = { 'idempotency-key': 'elsewhere-key' };
    const ask = (header: object, method: string, path: string, sent?: object) =>
      owner.ask(method, path, sent, { ...key, ...header });
    const wrong = named({ ...ledger, ...other });
    expect((await ask(wrong, 'POST', '/launches', body)).code).toBe('EDGE_OTHER_LEDGER');
    expect((await ask(wrong, 'POST', '/service/projects/shop/deployments/deploy', {})).code).toBe(
      'EDGE_OTHER_LEDGER',
    );
    expect((await ask(wrong, 'GET', '/paid-calls/elsewhere-key')).code).toBe('EDGE_OTHER_LEDGER');
    const { launchProject = 0, deployProject = 0 } = await callsOf();
    expect([launchProject, deployProject]).toEqual([0, 0]);
    expect((await ask(named(ledger), 'POST', '/launches', body)).status).toBe(201);
    expect((await ask(named(ledger), 'GET', '/paid-calls/elsewhere-key')).data.state).toBe('launched');
  });
});

test('what the service remarks about a prompt is kept with its record (service reference, Run AI Agent)', async () => {
  await control('addProject', { projectId: 'old-shop', engine: 'legacy' });
  const path = '/service/projects/old-shop/agent/start';
  const key = 'remark-1-key';
  const answer = await builder.ask(
    'POST',
    path,
    { prompt: 'Add a page', model: 'sonnet' },
    { 'idempotency-key': key },
  );
  expect(answer.data.warnings).toEqual([expect.stringContaining('model')]);
  const { warnings } = (await builder.ask('GET', `/paid-calls/${key}`)).data;
  expect(warnings).toEqual([{ step: 'agent', errorCode: '', errorMessage: answer.data.warnings[0] }]);
});

const upload = (who: Paired, key: string, body: object) =>
  who.ask('POST', '/service/projects/shop/files/upload', body, { 'idempotency-key': key });

test('a file is uploaded whole, and once per key: a repeated request returns the same address', async () => {
  const content = btoa(String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte)));
  const first = await upload(builder, 'upload-1-key', { name: 'plan.pdf', content });
  expect([first.status, first.data.fileNameId]).toEqual([200, expect.stringMatching(/\.pdf$/)]);
  expect((await upload(builder, 'upload-1-key', { name: 'plan.pdf', content })).data).toEqual(first.data);
  expect((await callsOf()).uploadFile).toBe(1);
  const { pathname, search } = new URL(first.data.url);
  const stored = await fetch(`${inject('serviceUrl')}/__files${pathname}${search}`);
  expect(btoa(String.fromCharCode(...new Uint8Array(await stored.arrayBuffer())))).toBe(content);
});

test('an upload of which the response is lost is not known, and is not made again', async () => {
  await control('addFault', { operation: 'uploadFile', kind: 'reset-after', count: 1 });
  const body = { name: 'plan.pdf', content: btoa('plan') };
  expect((await upload(builder, 'upload-2-key', body)).status).toBe(202);
  const again = await upload(builder, 'upload-2-key', body);
  expect([again.status, again.data.state]).toEqual([202, 'unknown']);
  expect((await callsOf()).uploadFile).toBe(1);
});
