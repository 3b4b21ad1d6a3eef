import * as z from 'zod/mini';
import { remarksIn } from '../../shared/builder-api/agent.ts';
import { parse } from '../../shared/parse.ts';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { SEND_ALARM, setAlarm } from '../connection/alarms.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import type { MessageRequest, MessageResponse } from '../messaging/contract.ts';
import { afterRun } from '../paid/after-run.ts';
import { isTaken, type PaidNews, paidDriver } from '../paid/driver.ts';
import { projectPath } from '../reads/paths.ts';
import { snapshotItem } from '../storage/account.ts';
import { attachmentStore } from '../storage/drafts.ts';
import { notSentItem } from '../storage/not-sent.ts';
import {
  asReceipt,
  isSettled,
  PAID_BODY_MAX,
  paidCallsInTurn,
  paidCallsItem,
  type StoredPaidCall,
  writePaidCalls,
} from '../storage/paid-calls.ts';
import { type ConfirmedFor, confirmingFor, isSameLedger } from '../storage/pairing.ts';
import { changePromptDraft, emptyPrompt } from '../storage/prompt-drafts.ts';
import { browserStart, UNDO_MS } from '../storage/send-at.ts';
import { countUnreadCalls } from '../storage/unread-calls.ts';
import { callEdgeFor, ledgerCalls, paidHeaders } from './call-edge.ts';
import type { BackgroundDependencies } from './dependencies.ts';

/** The edge itself waits up to 30 s for the service. */
const UPLOAD_TIMEOUT_MS = 45 * SECOND_MS;
/** The edge waits a minute for what reads or makes a file, and passing it on takes a moment. */
const DATA_TIMEOUT_MS = 1.25 * MINUTE_MS;

/** Of an upload's response, what a prompt names the file by. */
const uploaded = z.looseObject({ url: z.string() });
const prompted = z.looseObject({ prompt: z.string() });

/** Calls that use credits: prompts with their files, work on a project, and what an app's backend charges. */
export function paidCalls(
  deps: BackgroundDependencies,
  onSettled: () => void,
  contents: Pick<typeof attachmentStore, 'read'> = attachmentStore,
) {
  /** Bodies sent to a data backend, by key, and its answers: other people's data, which no storage keeps. */
  const dataBodies = new Map<string, unknown>();
  const dataAnswers = new Map<string, unknown>();

  const driver = paidDriver<StoredPaidCall, unknown>(
    {
      entries: {
        inTurn: paidCallsInTurn,
        read: paidCallsItem.getValue,
        write: (calls) => writePaidCalls(calls, deps.now()),
      },
      isOpen: (call) => !isSettled(call) && (call.state !== 'waiting' || call.sendAt !== undefined),
      isReceipt: ({ state }) => state === 'receipt',
      about: ({ about }) => whatOf(about),
      learned: (call, news) => learned(call, news, deps.now()),
      letGo: ({ sendAt: _, ...call }) => ({ ...call, state: 'sending', confirmedAt: deps.now() }),
      toDraft: (call) => toDraft(call, deps.now()),
      prepare,
      send: post,
      tidy: async (call) => {
        if (isSettled(call) || isTaken(call)) dataBodies.delete(call.key);
      },
    },
    ledgerCalls(deps),
    { now: deps.now, browserStart, onSettled, noteNotSent: notSentItem.put },
  );

  async function start(request: MessageRequest<'startPaidCall'>): Promise<Result<null>> {
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    if (body !== null && body.length > PAID_BODY_MAX) return apiError('refused', 'EDGE_BODY_TOO_LARGE');
    const { key, method, path, about, files, runBudget, afterRun, isUndoable } = request;
    const confirmed = {
      ...{ key, method, path, body, about },
      ...(runBudget === undefined ? {} : { runBudget }),
      ...(afterRun === undefined ? {} : { afterRun }),
      ...(files && files.length > 0 ? { files } : {}),
      ...(isUndoable ? { sendAt: { at: deps.now() + UNDO_MS, start: await browserStart() } } : {}),
    };
    const stored = await store(confirmed, deps.now);
    if (!stored.ok) return stored;
    if (isUndoable) await setAlarm(SEND_ALARM, true);
    const going = afterRun === undefined ? driver.start(key) : sendAfterRuns();
    going.catch(() => undefined);
    return success(null);
  }

  /**
   * Sends prompts that waited for a run which has succeeded; those whose run ended otherwise are not sent.
   * Each is let go in one step, before it is sent under its key, so that it is sent at most once.
   */
  async function sendAfterRuns(): Promise<void> {
    const projects = (await snapshotItem.getValue())?.snapshot.sections.projects.data?.items ?? [];
    const sent = await paidCallsInTurn(async () => {
      const calls = await paidCallsItem.getValue();
      const now = deps.now();
      const next = calls.map((call) => {
        const project = projects.find(({ projectId }) => projectId === call.about.projectId);
        return awaited(call, project?.run ?? null, now);
      });
      const changed = next.filter((call, index) => call !== calls[index]);
      for (const { key, about, error } of changed)
        if (error?.code) await notSentItem.put({ key, ...whatOf(about), code: error.code, at: now });
      if (changed.length > 0) await writePaidCalls(next, now);
      return changed.filter(({ state }) => state === 'sending');
    });
    await Promise.all(sent.map(({ key }) => driver.start(key)));
  }

  async function takeBack(key: string): Promise<boolean> {
    const call = await driver.drop(key, ({ state }) => state === 'waiting');
    if (call) await toDraft(call, deps.now());
    return call !== null;
  }

  async function resume(): Promise<void> {
    await driver.resume();
    await setAlarm(
      SEND_ALARM,
      (await paidCallsItem.getValue()).some(({ sendAt }) => sendAt !== undefined),
    );
  }

  /**
   * Makes a call of a data backend, or fetches the answer of one that was made under the key before.
   * @returns its answer; without one, the stored call says what became of it
   */
  async function callData(
    request: MessageRequest<'callPaidData'>,
  ): Promise<Result<MessageResponse<'callPaidData'>>> {
    const { key, path, body, about, confirmedFor } = request;
    const confirmed = { key, method: 'POST' as const, path, body: null, about };
    const stored = await store(confirmed, deps.now, confirmedFor);
    if (!stored.ok) return stored;
    dataBodies.set(key, body);
    await (stored.value.isNew ? driver.start(key) : driver.check(key));
    const call = await driver.find(key);
    if (call?.state === 'done' && !dataAnswers.has(key)) await post(call, body);
    const answer = dataAnswers.has(key) ? { value: dataAnswers.get(key) } : {};
    dataBodies.delete(key);
    dataAnswers.delete(key);
    return success(answer);
  }

  async function prepare(call: StoredPaidCall): Promise<Result<unknown> | null> {
    if (isData(call)) {
      const body = dataBodies.get(call.key);
      return body === undefined ? null : success(body);
    }
    const files = await upload(call, deps, contents);
    if (!files.ok) return files;
    return success(call.body === null ? null : { ...JSON.parse(call.body), ...files.value });
  }

  async function post(call: StoredPaidCall, body: unknown): Promise<Result<unknown>> {
    const { key, method, path, runBudget, confirmedFor } = call;
    const result = await callEdgeFor(
      deps,
      {
        ...{ method, path, confirmedFor },
        headers: paidHeaders(key, runBudget),
        ...(body === null ? {} : { body }),
        ...(isData(call) ? { timeoutMs: DATA_TIMEOUT_MS } : {}),
      },
      z.unknown(),
    );
    const isAnswer = result.ok && parse(launchRecord, result.value)?.key !== key;
    if (isAnswer && isData(call)) dataAnswers.set(key, result.value);
    return result;
  }

  return { ...driver, start, resume, callData, sendAfterRuns, takeBack };
}

type Confirmed = Pick<
  StoredPaidCall,
  'key' | 'method' | 'path' | 'body' | 'about' | 'files' | 'runBudget' | 'afterRun' | 'sendAt'
>;

/** Stores a confirmed call. `expected`: what it was confirmed for before; absent: for what is paired now. */
async function store(
  confirmed: Confirmed,
  now: () => InstantMs,
  expected?: ConfirmedFor | null,
): Promise<Result<{ isNew: boolean }>> {
  await confirmingFor('waits');
  return paidCallsInTurn(async () => {
    const confirmedFor = await confirmingFor();
    if (!confirmedFor) return apiError('not-paired');
    if (expected !== undefined && !(expected && isSameLedger(expected, confirmedFor)))
      return apiError('other-ledger');
    const calls = await paidCallsItem.getValue();
    if (calls.some(({ key }) => key === confirmed.key)) return success({ isNew: false });
    if ((await countUnreadCalls()) > 0) return apiError('refused', 'UNREAD_CALLS');
    const call: StoredPaidCall = {
      ...{ ...confirmed, confirmedAt: now(), confirmedFor: expected ?? confirmedFor },
      ...{ settledAt: null, error: null, record: null },
      state: confirmed.afterRun === undefined && confirmed.sendAt === undefined ? 'sending' : 'waiting',
    };
    await writePaidCalls([call, ...calls], now());
    return success({ isNew: true });
  });
}

/** A prompt that was typed elsewhere than in its project's composer is there again. */
async function toDraft(
  { body, about: { operation, projectId } }: StoredPaidCall,
  now: InstantMs,
): Promise<void> {
  const prompt = operation === 'startAgent' && body !== null ? parse(prompted, JSON.parse(body))?.prompt : '';
  if (!prompt) return;
  await changePromptDraft(
    projectId,
    (draft) =>
      draft && draft.text.trim() !== '' ? draft : { ...emptyPrompt(now), ...draft, text: prompt, at: now },
    now,
  ).catch(() => undefined);
}

/**
 * Uploads attached files, each under a key made of the call's and its index: one uploaded before a restart
 * gets the edge's stored response. A lost response stops the call: the file's address is unknown.
 */
async function upload(
  call: StoredPaidCall,
  deps: BackgroundDependencies,
  contents: Pick<typeof attachmentStore, 'read'>,
): Promise<Result<{ inputFiles?: object[] }>> {
  const inputFiles: object[] = [];
  for (const [place, { name, imageDescription, source }] of (call.files ?? []).entries()) {
    if (source.kind === 'address') {
      inputFiles.push({ name, imageDescription, url: source.url });
      continue;
    }
    const content = (await contents.read([source.contentId]))[source.contentId];
    if (content === undefined) return apiError('refused', 'INVALID_FILE_CONTENT');
    const result = await callEdgeFor(
      deps,
      {
        method: 'POST',
        path: projectPath(call.about.projectId, '/files/upload'),
        headers: { 'idempotency-key': `${call.key}-${place}` },
        body: { name, content },
        confirmedFor: call.confirmedFor,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      },
      z.unknown(),
    );
    if (!result.ok) return result;
    const file = uploaded.safeParse(result.value);
    if (!file.success) return apiError('refused', 'UPLOAD_LOST');
    inputFiles.push({ name, imageDescription, url: file.data.url });
  }
  return success(inputFiles.length > 0 ? { inputFiles } : {});
}

function awaited(call: StoredPaidCall, run: RunState | null, now: InstantMs): StoredPaidCall {
  if (call.state !== 'waiting' || call.afterRun === undefined) return call;
  const becomes = afterRun(call.afterRun, call.confirmedAt, run, now);
  switch (becomes) {
    case 'wait':
      return call;
    case 'send':
      return { ...call, state: 'sending', confirmedAt: now };
    default:
      return learned(
        call,
        { kind: 'refused', error: { kind: 'refused', code: becomes, message: null } },
        now,
      );
  }
}

const whatOf = ({ operation, projectId }: StoredPaidCall['about']) => ({ operation, projectId });

const isData = ({ path }: StoredPaidCall): boolean => path.startsWith('/data/');

function learned(call: StoredPaidCall, news: PaidNews, now: InstantMs): StoredPaidCall {
  const { sendAt: _, ...gone } = call;
  const settled = (changes: Pick<StoredPaidCall, 'state'> & Partial<StoredPaidCall>): StoredPaidCall => ({
    ...{ ...gone, error: null, body: null, settledAt: now },
    ...changes,
  });
  switch (news.kind) {
    case 'sending':
      return call.state === 'sending' ? call : { ...call, state: 'sending', record: null };
    case 'answer':
      return settled({ state: 'done', ...remarksOf(remarksIn(news.answer)) });
    case 'refused':
      return settled({ state: 'refused', error: news.error });
    case 'trouble':
      return { ...call, error: news.error };
    case 'left':
      return asReceipt(call);
    case 'record': {
      const { record } = news;
      switch (record.state) {
        case 'launched': {
          const remarks = record.warnings.map(({ errorMessage }) => errorMessage);
          return settled({ state: 'done', record, ...remarksOf(remarks) });
        }
        case 'refused': {
          const { code = null, message = null } = record.refusal ?? {};
          return settled({ state: 'refused', record, error: { kind: 'refused', code, message } });
        }
        case 'absent':
          return settled({ state: 'absent', record });
        case 'sent':
        case 'unknown':
          return { ...call, state: 'open', record, error: null, body: null };
        case 'reserved':
          return { ...call, state: 'open', record, error: null };
      }
    }
  }
}

const remarksOf = (remarks: string[]) => (remarks.length > 0 ? { remarks } : {});
