import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { attachmentStore } from '../storage/drafts.ts';
import { connectionItem, deviceTokenItem, revocationsItem } from '../storage/pairing.ts';
import { changePromptDraft, emptyPrompt, promptDraftsItem } from '../storage/prompt-drafts.ts';
import { type FakeEdge, fakeToolbar, pairedEdge, startUp, T0 } from './sync-fixture.ts';

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  fakeToolbar();
});

const pending = async () => revocationsItem.getValue();
const result = (edge: FakeEdge) => edge.requests.filter((line) => line === 'DELETE /devices/d1').length;

test('unpairing revokes the token at the edge, and leaves nothing pending', async () => {
  const edge = await pairedEdge();
  expect(await startUp(edge).commands.unpair({})).toMatchObject({ ok: true });
  expect([result(edge), await pending(), await deviceTokenItem.getValue()]).toEqual([1, [], null]);
});

test('unpairing deletes the files of begun prompts with their words', async () => {
  const edge = await pairedEdge();
  const remove = vi.spyOn(attachmentStore, 'remove').mockResolvedValue();
  const attachments = [
    {
      id: 'f1',
      name: 'logo.png',
      description: '',
      source: { kind: 'file' as const, bytes: 4, mime: 'image/png' },
    },
    {
      id: 'f2',
      name: 'a.png',
      description: '',
      source: { kind: 'address' as const, url: 'https://a.example/' },
    },
  ];
  await changePromptDraft('shop', () => ({ ...emptyPrompt(T0), text: 'Use this logo', attachments }), T0);
  await startUp(edge).commands.unpair({});
  expect(await promptDraftsItem.getValue()).toEqual({});
  expect(remove.mock.calls).toEqual([[['f1']]]);
});

test('an edge that cannot be reached is shown, and gets the revocation as soon as it can be, from whichever background runs', async () => {
  const edge = await pairedEdge();
  edge.down = true;
  expect(await startUp(edge).commands.unpair({})).toMatchObject({ ok: true });
  expect(await connectionItem.getValue(), 'unpaired here all the same').toBeNull();
  expect(await pending()).toMatchObject([{ deviceId: 'd1', name: 'Test', tries: 1, refused: false }]);
  edge.down = false;
  await startUp(edge).sync.onAlarm();
  expect(result(edge), 'not before it is due').toBe(0);
  edge.now += MINUTE_MS;
  await startUp(edge).sync.onAlarm();
  expect([result(edge), await pending()]).toEqual([1, []]);
});

test('a background that ends while it unpairs leaves no live token behind: the next one goes on', async () => {
  const edge = await pairedEdge();
  edge.holdNext();
  void startUp(edge).commands.unpair({});
  await vi.waitFor(async () => expect(await connectionItem.getValue()).toBeNull(), { timeout: 20_000 });
  expect(await pending()).toHaveLength(1);
  await startUp(edge).sync.onStart();
  expect(await pending()).toEqual([]);
});

test('a token that is revoked already needs no request', async () => {
  const edge = await pairedEdge();
  edge.revoked = true;
  await startUp(edge).commands.unpair({});
  expect(await pending()).toEqual([]);
});

test('an edge that would be left without an owner refuses it: that is said, and it is retried at growing intervals', async () => {
  const edge = await pairedEdge();
  edge.refuse = { path: '/devices/d1', code: 'EDGE_LAST_OWNER' };
  await startUp(edge).commands.unpair({});
  expect(await pending()).toMatchObject([{ refused: true }]);
  for (; edge.now < T0 + DAY_MS; edge.now += MINUTE_MS) await startUp(edge).sync.onAlarm();
  expect(result(edge)).toBeLessThan(40);
  expect((await pending())[0]?.nextAt).toBeLessThanOrEqual(edge.now + HOUR_MS);
  edge.refuse = null;
  expect(await startUp(edge).commands.retryRevocations({})).toMatchObject({ ok: true });
  expect(await pending()).toEqual([]);
});

test('pairing again revokes the token of before', async () => {
  const edge = await pairedEdge();
  await startUp(edge).commands.pair({
    address: 'http://127.0.0.1:8787',
    code: 'right-code',
    name: 'Again',
  });
  await vi.waitFor(async () => expect([result(edge), await pending()]).toEqual([1, []]), { timeout: 20_000 });
});

test('a reset of everything keeps pending revocations, and the user may drop them', async () => {
  const edge = await pairedEdge();
  edge.down = true;
  await startUp(edge).commands.resetAll({});
  expect(await pending()).toHaveLength(1);
  await startUp(edge).commands.forgetRevocation({ deviceId: 'd1' });
  expect(await pending()).toEqual([]);
});
