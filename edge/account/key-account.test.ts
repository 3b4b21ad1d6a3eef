import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';
import { FORM } from './schemas.ts';

const stub = () => env.ACCOUNT.getByName('account');
let owner: Paired;
let builder: Paired;

beforeEach(async () => {
  await startAt(NOON);
  await control('setAccount', { oneTimeCredits: 1_000 });
  await control('addProject', { projectId: 'shop', createdAt: NOON - DAY_MS });
  await control('addProject', { projectId: 'blog', createdAt: NOON - 2 * DAY_MS });
  owner = await pair();
  builder = await pairAs(owner, 'builder');
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const query = <T extends Record<string, SqlStorageValue>>(statement: string): Promise<T[]> =>
  runInDurableObject(stub(), (_, { storage }) => storage.sql.exec<T>(statement).toArray());
const restart = () => evictDurableObject(stub());
/** As if the edge had read with another key before. */
async function newKey(): Promise<void> {
  await query("UPDATE key_account SET digest = 'of the former key'");
  await restart();
}
/** The same, and the new key opens an account that has a project of the same name. */
async function keyOfAnotherAccount(): Promise<void> {
  await control('reset');
  await control('setAccount', { oneTimeCredits: 77 });
  await control('addProject', { projectId: 'shop', createdAt: NOON - 5 * DAY_MS });
  await newKey();
}
const prompt = (key: string, headers: Record<string, string> = {}, who = owner) =>
  who.ask(
    'POST',
    '/service/projects/shop/agent/start',
    { prompt: 'Add a page' },
    { 'idempotency-key': key, ...headers },
  );
const launch = (key: string, who = owner) =>
  who.ask('POST', '/launches', { projectId: 'new-shop', prompt: 'A shop' }, { 'idempotency-key': key });
const choose = (account: string, who = owner) => who.ask('POST', '/account', { account });
const snapshot = async (who = owner) => (await who.ask('GET', '/snapshot?fresh=1')).data;
const creditsAtTheService = async () => (await serviceResponse('GET', '/account')).credits;
const capOf = async () =>
  (await serviceResponse('GET', '/projects/shop/credit-limits')).creditLimits.maxDevelopmentCreditsPerMonth;

describe('another key', () => {
  test('is none after a restart with the same: nothing is looked for', async () => {
    await firstReading(owner);
    const before = (await callsOf()).getProject ?? 0;
    await restart();
    expect((await launch('key-00001')).status).toBe(201);
    expect((await callsOf()).getProject ?? 0).toBe(before);
  });

  test('of the same account goes on by itself, with the call that waits for it', async () => {
    await firstReading(owner);
    await newKey();
    const [former] = await query<{ digest: string }>('SELECT digest FROM key_account');
    expect((await launch('key-00001')).status).toBe(201);
    const [row] = await query<{ digest: string; foreign_digest: null }>('SELECT * FROM key_account');
    expect([row?.digest === former?.digest, row?.foreign_digest]).toEqual([false, null]);
    expect((await snapshot()).ledger.epoch).toBe(1);
    expect((await choose('another')).code).toBe('EDGE_NOT_FOUND');
  });

  test('counts at once where nothing was read with the former one', async () => {
    await query("INSERT OR REPLACE INTO key_account VALUES (1, 'of a key that never worked', NULL, NULL)");
    await restart();
    const before = (await callsOf()).getProject ?? 0;
    expect((await launch('key-00001')).status).toBe(201);
    expect((await callsOf()).getProject ?? 0).toBe(before);
  });

  test('is tried again while the service gives no answer, which is what is said meanwhile', async () => {
    await firstReading(owner);
    await newKey();
    await control('addFault', {
      operation: 'getProject',
      kind: 'error',
      status: 503,
      code: 'DOWN',
      count: 9,
    });
    const refused = await launch('key-00001');
    expect([refused.status, refused.code]).toEqual([503, 'DOWN']);
    expect((await callsOf()).launchProject).toBeUndefined();
    expect((await choose('another')).code).toBe('EDGE_NOT_FOUND');
    await control('clearFaults');
    await pass(MINUTE_MS);
    expect(await query('SELECT * FROM key_account')).toMatchObject([{ foreign_digest: null }]);
    expect((await launch('key-00001')).status).toBe(201);
  });

  test('never stands in the storage itself', async () => {
    await firstReading(owner);
    const rows = JSON.stringify(await query('SELECT * FROM key_account'));
    expect(rows).not.toContain(env.SERVICE_API_KEY);
  });
});

describe('the key of another account', () => {
  /** A run beyond its time with a budget over it, an unknown launch. */
  async function busy(): Promise<void> {
    await serviceResponse('PATCH', '/projects/shop/credit-limits', { maxDevelopmentCreditsPerMonth: 500 });
    await control('setUsage', 'shop', { development: 100 });
    await firstReading(owner);
    await control('addFault', { operation: 'launchProject', kind: 'reset-before', count: 1 });
    expect((await launch('lost-launch')).data.state).toBe('unknown');
    expect((await owner.ask('PUT', '/guards/shop', { kind: 'run-time', minutes: 10 })).status).toBe(200);
    expect((await prompt('prompt-0001', { 'run-budget': '30' })).status).toBe(200);
    expect(await capOf()).toBe(130);
  }
  const nothingOfTheFormer = async () => {
    const { getProject, ...others } = await callsOf();
    const written = Object.keys(others).filter((name) => !/^(?:get|list)/.test(name));
    expect(written).toEqual([]);
  };

  test('is used for nothing: no guard stops anything, no cap is set, no launch is sent, nothing is read', async () => {
    await busy();
    await keyOfAnotherAccount();
    await control('startRun', 'shop', 'Add a page', { durationMs: DAY_MS });
    for (let minutes = 0; minutes < 60; minutes += 20) await pass(20 * MINUTE_MS);
    const caps = { category: 'development', expected: 500, to: 600 };
    for (const refused of [
      await launch('key-00001'),
      await prompt('key-00002', {}, builder),
      await owner.ask('PUT', '/caps/shop', caps),
      await owner.ask('DELETE', '/guards/shop'),
      await owner.ask('POST', '/subscriptions/sync'),
      await owner.ask('PATCH', '/service/projects/shop', { label: 'Mine' }),
      await owner.ask('DELETE', '/service/projects/shop'),
      await owner.ask('GET', '/service/account'),
    ])
      expect([refused.status, refused.code]).toEqual([409, 'EDGE_ACCOUNT_UNCONFIRMED']);
    await nothingOfTheFormer();
    const { sections, guards } = await snapshot(await pairAs(owner, 'viewer'));
    expect(sections.account).toMatchObject({ error: { code: 'account-unconfirmed' } });
    expect(sections.account.data.credits).not.toBe(await creditsAtTheService());
    expect(sections.projects.data.items.map(({ projectId }: { projectId: string }) => projectId)).toContain(
      'blog',
    );
    expect(guards.overrides).toMatchObject([{ projectId: 'shop' }]);
  });

  test('leaves the outcome of a call that is known as it is: its launch is not taken for one that never was', async () => {
    await busy();
    await keyOfAnotherAccount();
    for (let minutes = 0; minutes < 60; minutes += 5) await pass(5 * MINUTE_MS);
    expect((await owner.ask('GET', '/paid-calls/lost-launch')).data.state).toBe('unknown');
    expect((await launch('lost-launch')).data.state).toBe('unknown');
    await nothingOfTheFormer();
  });

  test('asks an owner, over restarts, with one look for each known project', async () => {
    await firstReading(owner);
    await keyOfAnotherAccount();
    expect((await launch('key-00001')).code).toBe('EDGE_ACCOUNT_UNCONFIRMED');
    const looked = (await callsOf()).getProject;
    expect(looked).toBe(2);
    await restart();
    expect((await launch('key-00001')).code).toBe('EDGE_ACCOUNT_UNCONFIRMED');
    expect((await callsOf()).getProject).toBe(looked);
    expect((await choose('another', builder)).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await choose('neither')).code).toBe('EDGE_INVALID_REQUEST');
  });

  test('asks an owner too where no project is known', async () => {
    await control('removeProject', 'shop');
    await control('removeProject', 'blog');
    await firstReading(owner);
    await newKey();
    expect((await launch('key-00001')).code).toBe('EDGE_ACCOUNT_UNCONFIRMED');
    expect((await choose('same')).data.epoch).toBe(1);
    expect((await launch('key-00001')).status).toBe(201);
  });

  test('once an owner says that it is the same account, puts the owner’s cap back', async () => {
    await busy();
    await control('removeProject', 'blog');
    // All that is known of it is its name: it was created anew.
    await control('setProject', 'shop', { createdAt: NOON - 9 * DAY_MS });
    await newKey();
    await pass(HOUR_MS);
    expect(await capOf()).toBe(130);
    expect((await choose('same')).data.epoch).toBe(1);
    for (let minutes = 0; minutes < 10; minutes++) await pass(MINUTE_MS);
    expect(await capOf()).toBe(500);
    expect((await snapshot()).sections.account.error).toBeNull();
  });

  test('once an owner says that it is another account, knows nothing of the former one', async () => {
    await busy();
    const { ledger } = (await owner.ask('GET', '/snapshot')).data;
    const named = { ledger: `${ledger.ledgerId}/${ledger.epoch}` };
    await keyOfAnotherAccount();
    await pass(MINUTE_MS);
    const begun = await choose('another');
    expect(begun.data).toEqual({ ...ledger, epoch: 2 });
    const after = await snapshot();
    expect(after.ledger.epoch).toBe(2);
    expect(after.sections.account.data.credits).toBe(await creditsAtTheService());
    expect(after.launches).toEqual([]);
    expect(after.guards.overrides).toEqual([]);
    expect((await owner.ask('GET', '/guards/shop')).data.guards).toEqual([]);
    expect(
      (await owner.ask('GET', '/events')).data.events,
      'only what the owner has just said',
    ).toMatchObject([
      { event: 'edge.access', facts: { setting: 'service-key', account: 'another', by: 'Test' } },
    ]);
    expect(await owner.ask('GET', '/paid-calls')).toMatchObject({ data: [], code: undefined });
    // A browser that has not heard of it yet, and one that names no ledger.
    expect((await prompt('key-00009', named)).code).toBe('EDGE_OTHER_LEDGER');
    expect((await launch('lost-launch')).code).toBe('EDGE_OTHER_LEDGER');
    const lost = { operation: 'launch', projectId: 'new-shop', confirmedAt: Date.now() };
    expect((await owner.ask('POST', '/paid-calls/lost-launch/abandon', lost)).code).toBe('EDGE_OTHER_LEDGER');
    for (let minutes = 0; minutes < 30; minutes += 5) await pass(5 * MINUTE_MS);
    const { launchProject, setCreditLimits, stopAgent } = await callsOf();
    expect([launchProject, setCreditLimits, stopAgent]).toEqual([undefined, undefined, undefined]);
    expect((await launch('key-00010')).status).toBe(201);
    expect((await owner.ask('GET', '/devices')).data).toHaveLength(2);
  });
});

test('starting anew says of every table what becomes of it', async () => {
  const touched = FORM.schemas
    .flatMap(({ startAnew }) => startAnew)
    .flatMap((statement) => /^(?:DELETE FROM|UPDATE) (\w+)/.exec(statement)?.[1] ?? []);
  const tables = await query<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  const kept = tables.map(({ name }) => name).filter((name) => !touched.includes(name));
  expect(kept.toSorted()).toEqual([
    'alert_channels',
    'devices',
    'first_owner_codes',
    'former_tokens',
    'locks',
    'pairing_codes',
    'sqlite_sequence',
    'storage_form',
    'stray_tries',
  ]);
});
