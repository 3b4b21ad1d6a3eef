import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { calmAccount } from '../../fixtures/sample-account.ts';
import { draftFixture, recordFixture } from '../../launch/entry-fixture.ts';
import { launchStatus } from '../../launch/history.ts';
import { launchRequestOf } from '../../launch/launch-request.ts';
import { launchRunner } from '../../launch/runner/launch-runner.ts';
import { hasDataKeyItem } from '../../storage/account.ts';
import { attachmentStore, secretStore } from '../../storage/drafts.ts';
import { clearImportDrafts } from '../../storage/import-table.ts';
import { launchStore, requestStore } from '../../storage/launches.ts';
import { paidCallsItem } from '../../storage/paid-calls.ts';
import { confirmingFor } from '../../storage/pairing.ts';
import { browserRunnerDependencies } from '../launch/runner-dependencies.ts';
import { paidCalls } from '../paid-calls.ts';
import { createSync } from '../sync.ts';
import { fakeToolbar, T0 } from '../sync-fixture.ts';
import { edgeCommands } from './edge.ts';
import { importCommands } from './imports.ts';
import { pairingCommands } from './pairing.ts';

vi.mock('../../storage/import-table.ts', async (original) => ({
  ...(await original<object>()),
  clearImportDrafts: vi.fn(async () => {}),
  readImportFile: vi.fn(async () => new Blob(['x'])),
}));

const [A, B] = ['https://a.example', 'https://b.example'];
const PROMPT_KEY = 'prompt-key-1';

/** Everything sent, as `METHOD edge/path body`. */
let sent: string[];
/** By edge and key. */
let ledgers: Record<string, Map<string, LaunchRecord>>;
/** Edges that take a call, and whose answer to it is lost. */
let lossy: Set<string>;
let epochs: Record<string, number>;
let now: number;
let dataKeys: unknown[];

const answer = (status: number, data: unknown, errorCode: string | null = null) =>
  Response.json({ errors: errorCode === null ? null : { errorCode, errorMessage: '' }, data }, { status });

async function respond(input: string, init: RequestInit): Promise<Response> {
  const { origin, pathname } = new URL(input);
  const headers = new Headers(init.headers);
  sent.push(`${init.method} ${origin}${pathname} ${init.body ?? ''}`.trim());
  const ledger = { ledgerId: `ledger of ${origin}`, epoch: epochs[origin] ?? 1 };
  const known = ledgers[origin] ?? new Map<string, LaunchRecord>();
  const key = headers.get('idempotency-key');
  if (pathname === '/pair') return answer(201, { deviceId: 'd1', token: origin, role: 'owner', ledger });
  if (pathname === '/data-keys') return answer(200, dataKeys);
  if (pathname === '/snapshot')
    return answer(200, { ...calmAccount(now), ledger, version: `${origin} ${now}`, launches: [] });
  if (pathname.startsWith('/paid-calls/')) {
    const [, , asked = ''] = pathname.split('/');
    const record = known.get(asked);
    return record ? answer(200, record) : answer(404, null, 'EDGE_NOT_FOUND');
  }
  if (key === null) return answer(200, {});
  if (lossy.has(origin)) throw new DOMException('lost', 'TimeoutError');
  known.set(key, recordFixture({ key, createdAt: now, settledAt: now }));
  return answer(201, known.get(key));
}

/** A background, as the browser starts it on what is stored. */
function background() {
  const deps = {
    fetch: ((input, init) => respond(String(input), init ?? {})) as typeof fetch,
    isOnline: () => true,
    now: () => now,
    openSocket: () => new EventTarget() as unknown as WebSocket,
    isViewOpen: async () => false,
  };
  const sync = createSync(deps);
  const runner = launchRunner({ ...browserRunnerDependencies(deps, () => undefined), now: () => now });
  const paid = paidCalls(deps, () => undefined);
  return {
    runner,
    paid,
    ...pairingCommands(sync),
    ...edgeCommands(sync),
    ...importCommands(sync),
    callPaidData: paid.callData,
    /** As after a start, and at every alarm. */
    resume: async () => {
      await runner.resume();
      await paid.resume();
    },
  };
}

const pairWith = async (address: string) => {
  expect(await background().pair({ address, code: 'code', name: 'Test' })).toMatchObject({ ok: true });
};

const statusOfLaunch = async () => (await launchStore.read()).map((entry) => launchStatus(entry).kind);
const statesOfCalls = async () => (await paidCallsItem.getValue()).map(({ state }) => state);
const sentTo = (edge: string, method: string) =>
  sent.filter((line) => line.startsWith(`${method} ${edge}/`) && !/\/(pair|snapshot|devices)\b/.test(line));
const stored = async () =>
  JSON.stringify([
    await fakeBrowser.storage.local.get(),
    await fakeBrowser.storage.session.get(),
    sent.filter((line) => line.includes(B)),
  ]);

beforeEach(async () => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  vi.mocked(clearImportDrafts).mockReset().mockResolvedValue();
  fakeToolbar();
  vi.spyOn(attachmentStore, 'read').mockResolvedValue({});
  vi.spyOn(attachmentStore, 'remove').mockResolvedValue();
  [sent, now, lossy, epochs] = [[], T0, new Set([A]), {}];
  ledgers = { [A]: new Map(), [B]: new Map() };
  dataKeys = [];
});

/** Confirms a launch with a secret, and a prompt, with A; both answers are lost. Returns the launch's key. */
async function confirmAtA(): Promise<string> {
  await pairWith(A);
  const draft = draftFixture({ secrets: [{ id: 's', name: 'MAIL_KEY', environment: 'both' }] });
  await secretStore.write(draft.id, { s: 'canary-secret' });
  const { runner, paid, resume } = background();
  const key = await runner.confirm({ draft, request: launchRequestOf(draft), insteadOf: null });
  const about = { operation: 'startAgent', projectId: 'shop', words: 'Add a page' };
  const path = '/service/projects/shop/agent/start';
  await paid.start({ key: PROMPT_KEY, method: 'POST', path, body: { prompt: 'canary-prompt' }, about });
  await resume();
  await expect.poll(() => sentTo(A, 'POST').length).toBeGreaterThanOrEqual(2);
  await resume();
  return key;
}

describe('paid calls whose answers are outstanding, where the browser is unpaired and paired with another edge', () => {
  test('go to no other edge within five minutes, nor are they called free of charge after them', async () => {
    await confirmAtA();
    await background().unpair({});
    await pairWith(B);
    await background().resume();
    now += 6 * MINUTE_MS;
    await background().resume();
    expect([sentTo(B, 'POST'), sentTo(B, 'GET')]).toEqual([[], []]);
    expect(await statusOfLaunch()).toEqual(['receipt']);
    expect(await statesOfCalls()).toEqual(['receipt']);
  });

  test('leave nothing of what was to be sent, at once', async () => {
    const key = await confirmAtA();
    await background().unpair({});
    expect(await requestStore.read(key)).toBeNull();
    expect(await stored()).not.toMatch(/canary/);
    expect(await launchStore.read()).toMatchObject([
      { confirmedFor: { edge: A, epoch: 1 }, phase: 'receipt' },
    ]);
  });

  test('pairing with the other edge without unpairing first does the same', async () => {
    await confirmAtA();
    await pairWith(B);
    await background().resume();
    expect([sentTo(B, 'POST'), sentTo(B, 'GET')]).toEqual([[], []]);
    expect(await stored()).not.toMatch(/canary/);
    expect([await statusOfLaunch(), await statesOfCalls()]).toEqual([['receipt'], ['receipt']]);
  });

  test('are looked up by their keys once it is paired with the first again, and are sent no second time', async () => {
    const key = await confirmAtA();
    await pairWith(B);
    await pairWith(A);
    const before = sentTo(A, 'POST').length;
    lossy.clear();
    await background().resume();
    expect([await statusOfLaunch(), await statesOfCalls()]).toEqual([['receipt'], ['receipt']]);
    for (const one of [key, PROMPT_KEY]) ledgers[A]?.set(one, recordFixture({ key: one }));
    await background().resume();
    expect([await statusOfLaunch(), await statesOfCalls()]).toEqual([['launched'], ['done']]);
    expect(sentTo(A, 'POST')).toHaveLength(before);
  });
});

test('files of a launch that turns out launched after its browser left the ledger are deleted', async () => {
  await pairWith(A);
  const source = { kind: 'file' as const, bytes: 4, mime: 'text/plain' };
  const attachments = [{ id: 'file-1', name: 'plan.txt', description: '', source }];
  const draft = draftFixture({ attachments });
  const key = await background().runner.confirm({ draft, request: launchRequestOf(draft), insteadOf: null });
  await expect.poll(() => sentTo(A, 'POST').length).toBeGreaterThanOrEqual(1);
  await pairWith(B);
  await pairWith(A);
  ledgers[A]?.set(key, recordFixture({ key }));
  await background().resume();
  expect(await statusOfLaunch()).toEqual(['launched']);
  expect(attachmentStore.remove).toHaveBeenCalledWith(['file-1']);
});

test('what an open page sends goes to no other edge than it was confirmed for', async () => {
  await pairWith(A);
  const confirmedFor = await confirmingFor();
  await pairWith(B);
  sent = [];
  const commands = background();
  const file = { kind: 'chosen' as const, id: 'f', name: 'a.png' };
  const path = '/data/shop/files/scan-invoice';
  const about = { operation: 'data.scanInvoice', projectId: 'shop', words: '' };
  for (const result of [
    await commands.callPaidData({ key: 'scan-key-1', path, body: {}, about, confirmedFor }),
    await commands.startImport({ key: 'import-key', body: {}, confirmedFor }),
    await commands.uploadFile({ projectId: 'shop', file, confirmedFor }),
  ])
    expect(result).toMatchObject({ ok: false, error: { kind: 'other-ledger' } });
  expect(sent).toEqual([]);
  const here = await confirmingFor();
  await commands.startImport({ key: 'import-key', body: {}, confirmedFor: here });
  expect(sent).toEqual([`POST ${B}/imports {}`]);
});

test('another account behind the same edge gets nothing that was confirmed for the one before', async () => {
  await confirmAtA();
  const before = sentTo(A, 'POST').length;
  lossy.clear();
  epochs[A] = 2;
  now += MINUTE_MS;
  await pairWith(A);
  await background().resume();
  expect(sentTo(A, 'POST')).toHaveLength(before);
  expect([await statusOfLaunch(), await statesOfCalls()]).toEqual([['receipt'], ['receipt']]);
});

test('an import with its requests and scans goes with the pairing, and none that was begun before the first', async () => {
  await pairWith(A);
  expect(clearImportDrafts).not.toHaveBeenCalled();
  await background().unpair({});
  expect(clearImportDrafts).toHaveBeenCalledOnce();
});

test('a receipt goes when it is dismissed', async () => {
  const key = await confirmAtA();
  await background().unpair({});
  await background().runner.dismiss(key);
  await background().paid.dismiss(PROMPT_KEY);
  expect([await statusOfLaunch(), await statesOfCalls()]).toEqual([[], []]);
});

test('that an app has a data key is noted as a view reads it, and forgotten with the account', async () => {
  await pairWith(B);
  const read = () => background().readEdge({ path: '/data-keys', keep: false });
  await read();
  expect(await hasDataKeyItem.getValue()).toBe(false);
  dataKeys = [{ projectId: 'shop' }];
  await read();
  expect(await hasDataKeyItem.getValue()).toBe(true);
  await background().unpair({});
  expect(await hasDataKeyItem.getValue()).toBe(false);
});
