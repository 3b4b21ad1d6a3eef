import * as z from 'zod/mini';
import { remarksIn } from '../../shared/builder-api/agent.ts';
import { RUN_BUDGET_HEADER } from '../../shared/edge-api/guards.ts';
import { parse } from '../../shared/parse.ts';
import { launchRecord } from '../../shared/snapshot/launches.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import type { MessageRequest, MessageResponse } from '../messaging/contract.ts';
import { isTaken, type PaidNews, paidDriver } from '../paid/driver.ts';
import { attachmentStore } from '../storage/drafts.ts';
import {
  asReceipt,
  isSettled,
  PAID_BODY_MAX,
  paidCallsInTurn,
  readPaidCalls,
  type StoredPaidCall,
  writePaidCalls,
} from '../storage/paid-calls.ts';
import { type ConfirmedFor, confirmingFor, isSameLedger } from '../storage/pairing.ts';
import { callEdgeFor, ledgerCalls } from './call-edge.ts';
import type { BackgroundDependencies } from './dependencies.ts';

/** The edge itself waits up to 30 s for the service. */
const UPLOAD_TIMEOUT_MS = 45 * SECOND_MS;
/** The edge waits a minute for what reads or makes a file, and passing it on takes a moment. */
const DATA_TIMEOUT_MS = 1.25 * MINUTE_MS;

/** Of an upload's response, what a prompt names the file by. */
const uploaded = z.looseObject({ url: z.string() });

/** Calls that use credits: prompts with their files, work on a project, and what an app's data backend charges for. */
export function paidCalls(
  deps: BackgroundDependencies,
  onSettled: () => void,
  contents: Pick<typeof attachmentStore, 'read'> = attachmentStore,
) {
  /** What is sent to a data backend, by key, and what it answered: other people's data, which no storage keeps. */
  const dataBodies = new Map<string, unknown>();
  const dataAnswers = new Map<string, unknown>();

  const driver = paidDriver<StoredPaidCall, unknown>(
    {
      entries: {
        inTurn: paidCallsInTurn,
        read: readPaidCalls,
        write: (calls) => writePaidCalls(calls, deps.now()),
      },
      isOpen: (call) => !isSettled(call),
      isReceipt: ({ state }) => state === 'receipt',
      about: ({ about: { operation, projectId } }) => ({ operation, projectId }),
      learned: (call, news) => learned(call, news, deps.now()),
      prepare,
      send: post,
      tidy: async (call) => {
        if (isSettled(call) || isTaken(call)) dataBodies.delete(call.key);
      },
    },
    ledgerCalls(deps),
    { now: deps.now, onSettled },
  );

  async function start(request: MessageRequest<'startPaidCall'>): Promise<Result<null>> {
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    if (body !== null && body.length > PAID_BODY_MAX) return apiError('refused', 'EDGE_BODY_TOO_LARGE');
    const { key, method, path, about, files, runBudget } = request;
    const stored = await store({
      ...{ key, method, path, body, about },
      ...(runBudget === undefined ? {} : { runBudget }),
      ...(files && files.length > 0 ? { files } : {}),
    });
    if (!stored.ok) return stored;
    driver.start(key).catch(() => undefined);
    return success(null);
  }

  /**
   * Makes a call of a data backend, or fetches the answer of one that was made under the key before.
   * @returns its answer; without one, the stored call says what became of it
   */
  async function callData(
    request: MessageRequest<'callPaidData'>,
  ): Promise<Result<MessageResponse<'callPaidData'>>> {
    const { key, path, body, about, confirmedFor } = request;
    const stored = await store({ key, method: 'POST', path, body: null, about }, confirmedFor);
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

  type Confirmed = Pick<StoredPaidCall, 'key' | 'method' | 'path' | 'body' | 'about' | 'files' | 'runBudget'>;

  /** Stores a confirmed call. @param expected what it was confirmed for before; absent: for what is paired now */
  async function store(
    confirmed: Confirmed,
    expected?: ConfirmedFor | null,
  ): Promise<Result<{ isNew: boolean }>> {
    await confirmingFor('waits');
    return paidCallsInTurn(async () => {
      const confirmedFor = await confirmingFor();
      if (!confirmedFor) return apiError('not-paired');
      if (expected !== undefined && !(expected && isSameLedger(expected, confirmedFor)))
        return apiError('other-ledger');
      const calls = await readPaidCalls();
      if (calls.some(({ key }) => key === confirmed.key)) return success({ isNew: false });
      const call: StoredPaidCall = {
        ...{ ...confirmed, confirmedAt: deps.now(), confirmedFor: expected ?? confirmedFor },
        ...{ state: 'sending', settledAt: null, error: null, record: null },
      };
      await writePaidCalls([call, ...calls], deps.now());
      return success({ isNew: true });
    });
  }

  async function prepare(call: StoredPaidCall): Promise<Result<unknown> | null> {
    if (isData(call)) {
      const body = dataBodies.get(call.key);
      return body === undefined ? null : success(body);
    }
    const files = await upload(call);
    if (!files.ok) return files;
    return success(call.body === null ? null : { ...JSON.parse(call.body), ...files.value });
  }

  async function post(call: StoredPaidCall, body: unknown): Promise<Result<unknown>> {
    const { key, method, path, runBudget, confirmedFor } = call;
    const result = await callEdgeFor(
      deps,
      {
        ...{ method, path, confirmedFor },
        headers: {
          'idempotency-key': key,
          ...(runBudget === undefined ? {} : { [RUN_BUDGET_HEADER]: String(runBudget) }),
        },
        ...(body === null ? {} : { body }),
        ...(isData(call) ? { timeoutMs: DATA_TIMEOUT_MS } : {}),
      },
      z.unknown(),
    );
    const isAnswer = result.ok && parse(launchRecord, result.value)?.key !== key;
    if (isAnswer && isData(call)) dataAnswers.set(key, result.value);
    return result;
  }

  /**
   * Uploads attached files, each under a key made of the call's and its index: one that was uploaded before the
   * background ended gets the edge's stored response. A lost response stops the call, because the file's address is
   * unknown.
   */
  async function upload(call: StoredPaidCall): Promise<Result<{ inputFiles?: object[] }>> {
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
          path: `/service/projects/${encodeURIComponent(call.about.projectId)}/files/upload`,
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

  return { ...driver, start, callData };
}

const isData = ({ path }: StoredPaidCall): boolean => path.startsWith('/data/');

function learned(call: StoredPaidCall, news: PaidNews, now: InstantMs): StoredPaidCall {
  const settled = (changes: Pick<StoredPaidCall, 'state'> & Partial<StoredPaidCall>): StoredPaidCall => ({
    ...{ ...call, error: null, body: null, settledAt: now },
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
