import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { LaunchState } from '../../shared/snapshot/launches.ts';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { apiError, success } from '../edge-client/api-error.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { snapshotItem } from '../storage/account.ts';
import { notSentItem } from '../storage/not-sent.ts';
import { paidCallsItem, writePaidCalls } from '../storage/paid-calls.ts';
import { connectionItem, deviceTokenItem } from '../storage/pairing.ts';
import { changePromptDraft, emptyPrompt, readPromptDraft } from '../storage/prompt-drafts.ts';
import { noteLedger } from '../storage/receipts.ts';
import { paidCalls } from './paid-calls.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const KEY = 'key-12345678';
const request = {
  key: KEY,
  method: 'POST' as const,
  path: '/service/projects/shop/agent/start',
  body: { prompt: 'Add a page' },
  about: { operation: 'startAgent', projectId: 'shop', words: 'Add a page' },
};

type Sent = { path: string; key: string | null; budget: string | null };
let sent: Sent[];
let lastBody: unknown;
let respond: (sent: Sent) => Response | Promise<Response>;

const response = (status: number, data: unknown, code?: string) =>
  Response.json(
    { errors: code ? { errorCode: code, errorMessage: code } : null, data: code ? null : data },
    { status },
  );
const record = (state: LaunchState) => ({
  ...{ key: KEY, operation: 'startAgent', state, requestedProjectId: 'shop', projectId: 'shop', label: null },
  ...{ createdAt: NOW, settledAt: null, refusal: null, agentStarted: null, warnings: [], nextCheckAt: null },
  candidates: [],
});

/** A background; a second one is the first after the browser has ended it. */
const background = (now = NOW, onSettled = (): unknown => undefined) =>
  paidCalls(
    {
      now: () => now,
      isOnline: () => true,
      isViewOpen: async () => false,
      openSocket: () => {
        throw new Error('no socket here');
      },
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        const one = {
          path: new URL(String(input)).pathname,
          key: headers.get('idempotency-key'),
          budget: headers.get('run-budget'),
        };
        sent.push(one);
        lastBody = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
        return respond(one);
      },
    },
    () => void onSettled(),
    { read: async (ids) => Object.fromEntries(ids.map((id) => [id, 'cGxhbg=='])) },
  );

/** An edge that knows nothing of the call that it is asked about. */
const unlessLooked = (answer: (sent: Sent) => Response) => (one: Sent) =>
  one.path.startsWith('/paid-calls/') ? response(404, null, 'EDGE_NOT_FOUND') : answer(one);

const stateOf = async () => (await paidCallsItem.getValue())[0]?.state;
const settled = async (state: string) => {
  await expect.poll(stateOf, { timeout: 5_000 }).toBe(state);
};

/** Confirms the call; the connection breaks before an answer. */
const startAndLoseTheAnswer = async () => {
  respond = () => {
    throw new TypeError('connection reset');
  };
  await background().start(request);
  await expect.poll(async () => (await paidCallsItem.getValue())[0]?.error?.kind).toBe('edge-unreachable');
};

const FOR = { edge: 'https://edge.example', ledgerId: 'ledger-1', epoch: 1 };

const pair = async ({ edge, ledgerId, epoch } = FOR) => {
  await connectionItem.setValue({
    ...{ edge, deviceId: 'd1', role: 'owner', name: 'Test', pairedAt: NOW, ledger: { ledgerId, epoch } },
  });
  await deviceTokenItem.setValue('token');
};

beforeEach(async () => {
  fakeBrowser.reset();
  sent = [];
  await pair();
});

describe('a call that uses credits', () => {
  it.each([
    [
      'half an answer',
      () => new Response('{"errors":null,"da', { headers: { 'content-type': 'application/json' } }),
    ],
    ['the page of something in between', () => new Response('<html>log in</html>')],
    ['an response that never comes', () => Promise.reject(new DOMException('slow', 'TimeoutError'))],
  ])('is never called refused after %s: it is asked for under its key', async (_, broken) => {
    respond = broken;
    await background().start(request);
    await expect
      .poll(async () => (await paidCallsItem.getValue())[0]?.error, { timeout: 5_000 })
      .not.toBeNull();
    expect(await stateOf()).toBe('sending');
    respond = ({ path }) =>
      path.startsWith('/paid-calls/')
        ? response(200, record('launched'))
        : response(409, null, 'EDGE_LAUNCH_IN_PROGRESS');
    await background().resume();
    expect(await stateOf()).toBe('done');
    expect(new Set(sent.flatMap(({ key }) => key ?? []))).toEqual(new Set([KEY]));
  });

  it.each([
    ['30', 30],
    ['none', 'none'],
    [null, undefined],
  ] as const)('brings its budget with it, %s, also when it is sent again', async (header, runBudget) => {
    respond = () => Promise.reject(new TypeError('reset'));
    await background().start({ ...request, ...(runBudget === undefined ? {} : { runBudget }) });
    await expect
      .poll(async () => (await paidCallsItem.getValue())[0]?.error, { timeout: 5_000 })
      .not.toBeNull();
    respond = unlessLooked(() => response(200, { projectId: 'shop', status: 'init' }));
    await background().resume();
    expect(await stateOf()).toBe('done');
    expect(sent.filter(({ key }) => key !== null).map(({ budget }) => budget)).toEqual([header, header]);
  });

  it('is stored before it is sent, under its key', async () => {
    respond = () => response(200, { projectId: 'shop', status: 'init' });
    await background().start(request);
    await settled('done');
    expect(sent).toEqual([{ path: '/service/projects/shop/agent/start', key: KEY, budget: null }]);
    expect((await paidCallsItem.getValue())[0]?.body).toBeNull();
  });

  it.each([
    ['its answer', () => response(200, { projectId: 'shop', warnings: ['model sonnet was ignored'] })],
    [
      'its record',
      () =>
        response(200, {
          ...record('launched'),
          warnings: [{ step: 'agent', errorCode: '', errorMessage: 'model sonnet was ignored' }],
        }),
    ],
  ])('keeps what the service remarked in %s', async (_, answer) => {
    respond = answer;
    await background().start(request);
    await settled('done');
    expect((await paidCallsItem.getValue())[0]?.remarks).toEqual(['model sonnet was ignored']);
  });

  it('confirmed before the ledger of its edge is known waits for it', async () => {
    const paired = await connectionItem.getValue();
    if (paired === null) throw new Error('Not paired.');
    const { ledger, ...early } = paired;
    await connectionItem.setValue(early);
    respond = () => response(200, {});
    const starting = background().start(request);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sent).toEqual([]);
    if (ledger) await noteLedger(ledger);
    expect(await starting).toMatchObject({ ok: true });
    await settled('done');
  });

  it('is not begun while paid calls are stored that can’t be read, which stay as they are', async () => {
    respond = () => response(200, {});
    await fakeBrowser.storage.local.set({ launches: [{ key: 'of another form' }] });
    expect(await background().start(request)).toEqual(apiError('refused', 'UNREAD_CALLS'));
    expect([sent, await paidCallsItem.getValue()]).toEqual([[], []]);
    expect(await fakeBrowser.storage.local.get('launches')).toEqual({
      launches: [{ key: 'of another form' }],
    });
  });

  it('confirmed twice by one key is one call', async () => {
    respond = () => response(200, {});
    const one = background();
    await Promise.all([one.start(request), one.start(request)]);
    await settled('done');
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([KEY]));
    expect(await paidCallsItem.getValue()).toHaveLength(1);
  });

  it.each([
    ['startAgent', 'POST', '/agent/start', { prompt: 'Add a page' }],
    ['deploy', 'POST', '/deployments/deploy', {}],
    ['startServer', 'POST', '/agent/server/start-or-restart', undefined],
    ['rebuild', 'POST', '/rebuild', undefined],
    ['recoverVersion', 'POST', '/versions/v1/recover', undefined],
    ['setDomain', 'PUT', '/domain', { hostname: 'shop.example' }],
    ['createProject', 'POST', '', { projectId: 'shop' }],
  ] as const)(
    'of kind %s is made once when the background ends between the click and the response, before or after the edge took it',
    async (operation, method, rest, body) => {
      const path = operation === 'createProject' ? '/service/projects' : `/service/projects/shop${rest}`;
      const about = { operation, projectId: 'shop', words: '' };
      for (const isTaken of [false, true]) {
        fakeBrowser.reset();
        sent = [];
        await pair();
        // The first background is ended while it waits.
        respond = () => new Promise(() => {});
        await background().start({ key: KEY, method, path, body, about });
        await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(1);
        respond = ({ path: requestPath }) =>
          requestPath === `/paid-calls/${KEY}`
            ? response(200, { ...record('launched'), operation })
            : isTaken
              ? response(409, null, 'EDGE_LAUNCH_IN_PROGRESS')
              : response(200, {});
        await background().resume();
        await settled('done');
        const calls = sent.filter((one) => one.path === path);
        expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([KEY]));
      }
    },
  );

  it('whose answer is lost stays, and is sent again only under the same key', async () => {
    await startAndLoseTheAnswer();
    expect(await stateOf()).toBe('sending');
    respond = unlessLooked(() => response(200, {}));
    await background().resume();
    await settled('done');
    expect(sent.flatMap(({ key }) => key ?? [])).toEqual([KEY, KEY]);
  });

  it('that the edge is still settling is read by its key, and never sent', async () => {
    respond = () => response(202, record('unknown'));
    await background().start(request);
    await settled('open');
    respond = () => response(200, record('launched'));
    await background().resume();
    await settled('done');
    expect(sent.at(-1)).toMatchObject({ path: `/paid-calls/${KEY}`, key: null });
  });

  it('that is refused keeps the code, and is not sent again', async () => {
    respond = () => response(403, null, 'PROJECT_CREDIT_LIMIT_REACHED');
    await background().start(request);
    await settled('refused');
    expect((await paidCallsItem.getValue())[0]?.error?.code).toBe('PROJECT_CREDIT_LIMIT_REACHED');
    expect(await notSentItem.getValue(), 'who has closed the page is told').toMatchObject([
      { key: KEY, kind: 'refused', code: 'PROJECT_CREDIT_LIMIT_REACHED' },
    ]);
    await background().resume();
    expect(sent).toHaveLength(1);
  });

  describe('of which the edge knows nothing after five minutes', () => {
    const LATE = NOW + 5 * 60_000 + 1;
    const abandonAnswer = (answer: () => Response) => {
      respond = ({ path }) => (path.endsWith('/abandon') ? answer() : response(404, null, 'EDGE_NOT_FOUND'));
    };
    beforeEach(async () => {
      await startAndLoseTheAnswer();
    });

    it('is refused only once the edge has written it off: the request may still be under way', async () => {
      abandonAnswer(() => response(503, null, 'EDGE_STORAGE_FAILED'));
      await background(LATE).resume();
      expect(await stateOf()).toBe('sending');
      const refusal = { code: 'EDGE_ABANDONED', message: '', httpStatus: 409, details: null };
      abandonAnswer(() => response(200, { ...record('refused'), refusal }));
      await background(LATE).resume();
      await settled('refused');
      expect((await paidCallsItem.getValue())[0]?.error?.code).toBe('EDGE_ABANDONED');
      expect(lastBody).toEqual({ operation: 'startAgent', projectId: 'shop', confirmedAt: NOW });
      expect(await notSentItem.getValue(), 'who has closed the page is told').toMatchObject([
        { key: KEY, operation: 'startAgent', projectId: 'shop', code: 'EDGE_ABANDONED', at: LATE },
      ]);
      expect(sent.filter(({ key }) => key !== null)).toHaveLength(1);
    });

    it('has the outcome of its request where that arrived meanwhile', async () => {
      abandonAnswer(() => response(200, record('launched')));
      await background(LATE).resume();
      await settled('done');
    });

    it('stays as a receipt when it is too old for the edge to know', async () => {
      abandonAnswer(() => response(404, null, 'EDGE_NOT_FOUND'));
      await background(NOW + 400 * 86_400_000).resume();
      await settled('receipt');
    });
  });

  it.each([
    [true, 'launched', 'done'],
    [false, 'absent', 'absent'],
  ] as const)('that stays unknown is settled as the user says: %s', async (happened, state, shown) => {
    respond = () => response(202, record('unknown'));
    const one = background();
    await one.start(request);
    await settled('open');
    expect(await one.settleAs('another-key', { happened })).toBeNull();
    respond = () => response(200, { ...record(state), isSettledByUser: true });
    expect(await one.settleAs(KEY, { happened })).toMatchObject({ ok: true });
    expect(sent.at(-1)?.path).toBe(`/paid-calls/${KEY}/settle`);
    expect(lastBody).toEqual({ happened });
    expect(await stateOf()).toBe(shown);
  });

  it('that was on its way when the pairing was forgotten is not written back when its response comes', async () => {
    let answerNow: (response: Response) => void = () => undefined;
    const answered = new Promise<Response>((resolve) => (answerNow = resolve));
    respond = () => answered;
    const one = background();
    await one.start(request);
    await expect.poll(() => sent.length).toBe(1);
    await paidCallsItem.setValue([]);
    answerNow(response(200, record('launched')));
    await one.check(KEY);
    expect(await paidCallsItem.getValue(), 'what one account paid for is not shown under the next').toEqual(
      [],
    );
  });

  it('of a key that is being used is looked after, not sent again', async () => {
    respond = ({ path }) =>
      path.startsWith('/paid-calls/')
        ? response(200, record('launched'))
        : response(409, null, 'EDGE_LAUNCH_IN_PROGRESS');
    await background().start(request);
    await settled('done');
  });
});

describe('a prompt that waits for a run', () => {
  const waiting = { ...request, afterRun: { startedAt: NOW - 60_000 } };
  /** The background reads that the project's run is so. */
  const reading = async (run: Partial<RunState>) => {
    const { snapshot: stored } = popupStates(NOW).busy;
    const { projects } = stored?.snapshot.sections ?? {};
    const item = projects?.data?.items.find((one) => one.run);
    if (!stored || !projects || !item?.run) throw new Error('The fixture has no project with a run.');
    const shop = { ...item, projectId: 'shop', run: { ...item.run, startedAt: NOW - 60_000, ...run } };
    const sections = {
      ...stored.snapshot.sections,
      projects: { ...projects, data: { total: 1, items: [shop] } },
    };
    await snapshotItem.setValue({ ...stored, snapshot: { ...stored.snapshot, sections } });
  };
  const keys = () => sent.flatMap(({ key }) => key ?? []);
  beforeEach(async () => {
    respond = () => response(200, { projectId: 'shop', status: 'init' });
    await reading({ phase: 'running', ending: null });
    await background().start(waiting);
  });

  it('is sent once, by whichever background is there when the run has succeeded', async () => {
    const later = NOW + 3_600_000;
    await background(later).resume();
    await background(later).sendAfterRuns();
    expect([await stateOf(), keys()]).toEqual(['waiting', []]);
    await reading({ phase: 'finished', ending: 'succeeded' });
    const one = background(later);
    await Promise.all([one.sendAfterRuns(), one.sendAfterRuns(), one.resume()]);
    await settled('done');
    expect(keys()).toEqual([KEY]);
    await background(later).sendAfterRuns();
    expect(keys()).toEqual([KEY]);
  });

  it('goes on under its key where the background ends just after it was let go', async () => {
    await reading({ phase: 'finished', ending: 'succeeded' });
    respond = () => new Promise(() => {});
    void background().sendAfterRuns();
    await expect.poll(keys, { timeout: 5_000 }).toEqual([KEY]);
    respond = unlessLooked(() => response(200, {}));
    await background().resume();
    await settled('done');
    expect(new Set(keys())).toEqual(new Set([KEY]));
  });

  it.each([
    ['failed', 'RUN_BEFORE_FAILED'],
    ['stopped', 'RUN_BEFORE_STOPPED'],
    ['not-known', 'RUN_BEFORE_NOT_KNOWN'],
  ] as const)('is not sent after a run that has %s: the user is asked', async (ending, code) => {
    await reading({ phase: 'unknown', ending });
    await background().sendAfterRuns();
    expect((await paidCallsItem.getValue())[0]).toMatchObject({
      state: 'refused',
      error: { code },
      body: null,
    });
    expect(sent).toEqual([]);
    expect(await notSentItem.getValue(), 'who has closed the page is told').toMatchObject([
      { key: KEY, code },
    ]);
  });

  it('is taken back until it is sent, and not after', async () => {
    expect(await background().takeBack(KEY)).toBe(true);
    await reading({ phase: 'finished', ending: 'succeeded' });
    await background().sendAfterRuns();
    expect([await paidCallsItem.getValue(), sent]).toEqual([[], []]);
    await background().start(waiting);
    await settled('done');
    expect(await background().takeBack(KEY)).toBe(false);
    expect(await paidCallsItem.getValue()).toHaveLength(1);
  });

  it('is gone without a receipt when this browser leaves its ledger: it was never sent', async () => {
    await noteLedger({ ledgerId: 'ledger-2', epoch: 1 });
    expect(await paidCallsItem.getValue()).toEqual([]);
  });
});

it('open calls are kept however many and old; settled ones go', async () => {
  const call = (n: number, state: 'open' | 'done') => ({
    ...{ ...request, key: `key-${n}`, body: null, confirmedAt: NOW - n, confirmedFor: FOR, state },
    ...{ settledAt: state === 'done' ? NOW - n : null, error: null, record: null },
  });
  const forty = Array.from({ length: 40 }, (_, n) => n);
  await writePaidCalls(
    [...forty.map((n) => call(n, 'done')), ...forty.map((n) => call(100 + n, 'open'))],
    NOW,
  );
  const kept = await paidCallsItem.getValue();
  expect(kept.filter(({ state }) => state === 'open')).toHaveLength(40);
  expect(kept.filter(({ state }) => state === 'done').length).toBeLessThanOrEqual(30);
});

describe('a prompt with files', () => {
  const file = (contentId: string) => ({
    ...{ name: `${contentId}.pdf`, imageDescription: '', source: { kind: 'content' as const, contentId } },
  });
  const withFiles = { ...request, files: [file('a'), file('b')] };
  const uploading = (one: Sent) =>
    one.path.endsWith('/files/upload')
      ? response(200, { fileNameId: 'f', url: `https://files.example/${one.key}` })
      : response(200, { projectId: 'shop', status: 'init' });

  it('uploads each under a key of its own, then names them by their addresses', async () => {
    respond = uploading;
    await background().start(withFiles);
    await settled('done');
    expect(sent.map(({ key }) => key)).toEqual([`${KEY}-0`, `${KEY}-1`, KEY]);
    expect(lastBody).toMatchObject({
      prompt: 'Add a page',
      inputFiles: [
        { name: 'a.pdf', url: `https://files.example/${KEY}-0` },
        { name: 'b.pdf', url: `https://files.example/${KEY}-1` },
      ],
    });
  });

  it('is not sent when the response to an upload is lost, and says so', async () => {
    respond = () => response(202, { ...record('unknown'), operation: 'uploadFile' });
    await background().start(withFiles);
    await settled('refused');
    expect((await paidCallsItem.getValue())[0]?.error?.code).toBe('UPLOAD_LOST');
    expect(sent.map(({ key }) => key)).toEqual([`${KEY}-0`]);
  });

  it('goes on with the same keys after the background was ended in between', async () => {
    respond = (one) => {
      if (one.key === `${KEY}-1`) throw new TypeError('connection reset');
      return uploading(one);
    };
    await background().start(withFiles);
    await expect.poll(async () => (await paidCallsItem.getValue())[0]?.error?.kind).toBe('edge-unreachable');
    respond = unlessLooked(uploading);
    await background().resume();
    await settled('done');
    expect(sent.filter(({ key }) => key === KEY)).toHaveLength(1);
    expect(new Set(sent.flatMap(({ key }) => key ?? []))).toEqual(new Set([KEY, `${KEY}-0`, `${KEY}-1`]));
  });
});

describe('a call of a data backend', () => {
  const scan = {
    ...{ key: KEY, path: '/data/shop/files/scan-invoice', body: { fileName: 'canary-bill.pdf' } },
    ...{ about: { operation: 'data.scanInvoice', projectId: 'shop', words: '' }, confirmedFor: FOR },
  };
  const unknown = () => response(202, { ...record('unknown'), operation: 'data.scanInvoice' });

  it('gives its answer to the page, and neither that nor its body to the disk', async () => {
    const onDisk: string[] = [];
    respond = () => response(200, { total: 'canary-12' });
    paidCallsItem.watch((value) => onDisk.push(JSON.stringify(value)));
    expect(await background().callData(scan)).toEqual(success({ value: { total: 'canary-12' } }));
    expect(onDisk.at(-1)).toContain('"state":"done"');
    expect(onDisk.join()).not.toContain('canary');
    expect(await background().callData(scan), 'asked again while the edge stores it').toEqual(
      success({ value: { total: 'canary-12' } }),
    );
  });

  it('whose outcome is not known is settled as the user says, and is sent no second time', async () => {
    respond = unknown;
    const one = background();
    expect(await one.callData(scan)).toEqual(success({}));
    expect(await stateOf()).toBe('open');
    await one.callData(scan);
    expect(sent.filter(({ key }) => key !== null)).toHaveLength(1);
    respond = () => response(200, { ...record('absent'), isSettledByUser: true });
    await one.settleAs(KEY, { happened: false });
    expect(await stateOf()).toBe('absent');
  });

  it('is called free of charge only once it is abandoned, where its request is gone with its background', async () => {
    respond = () => {
      throw new TypeError('connection reset');
    };
    await background().callData(scan);
    expect(await stateOf()).toBe('sending');
    const refusal = { code: 'EDGE_ABANDONED', message: '', httpStatus: 409, details: null };
    respond = ({ path }) =>
      path.endsWith('/abandon')
        ? response(200, { ...record('refused'), refusal })
        : response(404, null, 'EDGE_NOT_FOUND');
    await background().resume();
    expect(lastBody).toEqual({ operation: 'data.scanInvoice', projectId: 'shop', confirmedAt: NOW });
    expect((await paidCallsItem.getValue())[0]).toMatchObject({
      state: 'refused',
      error: { code: 'EDGE_ABANDONED' },
    });
  });

  it('that was confirmed for another edge is neither sent nor stored', async () => {
    const confirmedFor = { ...FOR, ledgerId: 'ledger-2' };
    expect(await background().callData({ ...scan, confirmedFor })).toMatchObject({
      error: { kind: 'other-ledger' },
    });
    expect([sent, await paidCallsItem.getValue()]).toEqual([[], []]);
  });
});

it('a receipt that its ledger has only reserved is not sent when that is forgotten', async () => {
  await startAndLoseTheAnswer();
  await pair({ ...FOR, ledgerId: 'ledger-2' });
  await background().resume();
  await pair();
  respond = () => response(200, record('reserved'));
  await background().resume();
  respond = () => response(404, null, 'EDGE_NOT_FOUND');
  await background().resume();
  expect(await stateOf()).toBe('receipt');
  expect(sent.filter(({ key }) => key !== null)).toHaveLength(1);
});

it('a receipt whose outcome its ledger does not know is settled there by the user', async () => {
  await startAndLoseTheAnswer();
  await pair({ ...FOR, ledgerId: 'ledger-2' });
  await background().resume();
  expect(await stateOf()).toBe('receipt');
  await pair();
  respond = () => response(200, record('unknown'));
  await background().resume();
  expect((await paidCallsItem.getValue())[0]).toMatchObject({ state: 'open', record: { state: 'unknown' } });
  respond = () => response(200, { ...record('launched'), isSettledByUser: true });
  expect(await background().settleAs(KEY, { happened: true })).toMatchObject({ ok: true });
  expect(await stateOf()).toBe('done');
});

describe('a call that can be taken back', () => {
  const undoable = { ...request, isUndoable: true };
  const keys = () => sent.flatMap(({ key }) => key ?? []);
  const stateOf = async () => (await paidCallsItem.getValue())[0]?.state;
  beforeEach(() => {
    respond = () => response(200, { projectId: 'shop', status: 'init' });
  });

  it('is stored first, sent at its time and not before, once, by whichever background is there', async () => {
    await background().start(undoable);
    expect((await paidCallsItem.getValue())[0]).toMatchObject({
      state: 'waiting',
      sendAt: { at: NOW + 5_000 },
    });
    await background(NOW + 4_999).resume();
    expect(keys()).toEqual([]);
    const later = background(NOW + 30_000);
    await Promise.all([later.resume(), later.resume()]);
    await expect.poll(stateOf).toBe('done');
    await background(NOW + 31_000).resume();
    expect(keys()).toEqual([KEY]);
  });

  it('is taken back until then, as a draft again, and not after', async () => {
    await background().start(undoable);
    expect(await background().takeBack(KEY)).toBe(true);
    expect(await readPromptDraft('shop')).toMatchObject({ text: 'Add a page' });
    await background(NOW + 6_000).resume();
    expect([await paidCallsItem.getValue(), keys()]).toEqual([[], []]);
    await background().start({ ...undoable, key: 'key-87654321' });
    await background(NOW + 6_000).resume();
    expect(await background().takeBack('key-87654321')).toBe(false);
  });

  it.each([
    ['a minute too late', NOW + 65_000, false],
    ['in a later start of the browser', NOW + 6_000, true],
    ['by a clock that was set back', NOW - 60_000, false],
  ])('is never sent %s: it is a draft again, which is told', async (_, at, isRestarted) => {
    await background().start(undoable);
    if (isRestarted) await fakeBrowser.storage.session.clear();
    await background(at).resume();
    await background(NOW + 6_000).resume();
    expect(keys()).toEqual([]);
    expect((await paidCallsItem.getValue())[0]).toMatchObject({ state: 'refused', body: null });
    expect(await readPromptDraft('shop')).toMatchObject({ text: 'Add a page' });
    expect(await notSentItem.getValue()).toMatchObject([{ key: KEY, projectId: 'shop' }]);
  });

  it('does not write over what was typed since', async () => {
    await background().start(undoable);
    await changePromptDraft('shop', () => ({ ...emptyPrompt(NOW), text: 'Something else' }), NOW);
    await background().takeBack(KEY);
    expect(await readPromptDraft('shop')).toMatchObject({ text: 'Something else' });
  });
});
