import * as z from 'zod/mini';
import { remarksIn } from '../../shared/builder-api/agent.ts';
import { RUN_BUDGET_HEADER } from '../../shared/edge-api/guards.ts';
import { type LaunchRecord, launchRecord, type PaidSettlement } from '../../shared/snapshot/launches.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import {
  type ApiError,
  apiError,
  IN_DOUBT,
  KNOWN_KEY,
  type Result,
  success,
} from '../edge-client/api-error.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { attachmentStore } from '../storage/drafts.ts';
import {
  asReceipt,
  isSettled,
  PAID_BODY_MAX,
  paidCallsInTurn,
  paidCallsItem,
  readPaidCalls,
  type StoredPaidCall,
  updatePaidCall,
  writePaidCall,
} from '../storage/paid-calls.ts';
import { confirmingFor } from '../storage/pairing.ts';
import { abandonment, callEdgeFor, settlementOf } from './call-edge.ts';
import type { BackgroundDependencies } from './dependencies.ts';

/** A confirmed call that has not reached the edge by then is abandoned. */
const SEND_WITHIN_MS = 5 * MINUTE_MS;

/** The edge itself waits up to 30 s for the service. */
const UPLOAD_TIMEOUT_MS = 45 * SECOND_MS;

const remarksOf = ({ warnings }: LaunchRecord) => ({ warnings: warnings.map((one) => one.errorMessage) });

function remarked(call: StoredPaidCall, answer: unknown): StoredPaidCall {
  const remarks = remarksIn(answer);
  return remarks.length > 0 ? { ...call, remarks } : call;
}

/** Of an upload's response, what a prompt names the file by. */
const uploaded = z.looseObject({ url: z.string() });

/** The edge's record of a paid call, or the service's own response where it is stored. */
const paidAnswer = z.union([launchRecord, z.unknown()]);

/**
 * Calls that use credits, each made at most once even if the background ends in between: stored before they are sent,
 * resent only under their own key, and checked until the edge knows the outcome.
 */
export function paidCalls(
  deps: BackgroundDependencies,
  onSettled: () => void,
  contents: Pick<typeof attachmentStore, 'read'> = attachmentStore,
) {
  const underWay = new Set<string>();

  async function start(request: MessageRequest<'startPaidCall'>): Promise<Result<null>> {
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    if (body !== null && body.length > PAID_BODY_MAX) return apiError('refused', 'EDGE_BODY_TOO_LARGE');
    const { key, method, path, about, files, runBudget } = request;
    await confirmingFor('waits');
    const stored = await paidCallsInTurn(async () => {
      const confirmedFor = await confirmingFor();
      if (!confirmedFor) return apiError('not-paired');
      const call: StoredPaidCall = {
        ...{ key, method, path, body, about, confirmedAt: deps.now(), confirmedFor, state: 'sending' },
        ...{ settledAt: null, error: null, record: null },
        ...(runBudget === undefined ? {} : { runBudget }),
        ...(files && files.length > 0 ? { files } : {}),
      };
      const known = (await readPaidCalls()).some((one) => one.key === key);
      if (!known) await writePaidCall(call, deps.now());
      return success(null);
    });
    if (stored.ok) void advance(key);
    return stored;
  }

  /** Resumes everything that was in progress when the background ended. Call at every start. */
  async function resume(): Promise<void> {
    const open = (await readPaidCalls()).filter((call) => !isSettled(call));
    await Promise.all(open.map(({ key }) => advance(key)));
  }

  async function advance(key: string): Promise<void> {
    if (underWay.has(key)) return;
    underWay.add(key);
    try {
      const call = (await readPaidCalls()).find((one) => one.key === key);
      if (!call || isSettled(call)) return;
      await (call.state === 'sending' && !isLate(call) ? send(call) : look(call));
    } finally {
      underWay.delete(key);
    }
  }

  async function send(call: StoredPaidCall): Promise<void> {
    const files = await upload(call);
    if (!files.ok) {
      if (isInDoubt(files.error)) return keep(call, files.error);
      return settle(call, 'refused', files.error);
    }
    const result = await callEdgeFor(
      deps,
      {
        method: call.method,
        path: call.path,
        headers: {
          'idempotency-key': call.key,
          ...(call.runBudget === undefined ? {} : { [RUN_BUDGET_HEADER]: String(call.runBudget) }),
        },
        ...(call.body === null ? {} : { body: { ...JSON.parse(call.body), ...files.value } }),
        confirmedFor: call.confirmedFor,
      },
      paidAnswer,
    );
    if (result.ok) {
      const record = launchRecord.safeParse(result.value);
      return record.success
        ? settleBy(call, record.data)
        : settle(remarked(call, result.value), 'done', null);
    }
    if (KNOWN_KEY.has(result.error.code ?? '')) return look({ ...call, state: 'open' });
    if (isInDoubt(result.error)) return keep(call, result.error);
    return settle(call, 'refused', result.error);
  }

  /** Without an outcome. For another ledger than the paired edge's, there will be none from here. */
  const keep = (call: StoredPaidCall, error: ApiError) =>
    write(error.kind === 'other-ledger' ? asReceipt(call) : { ...call, error });

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
      if (!result.ok)
        return result.error.code === 'EDGE_LAUNCH_IN_PROGRESS' ? apiError('edge-timeout') : result;
      const file = uploaded.safeParse(result.value);
      if (!file.success) return apiError('refused', 'UPLOAD_LOST');
      inputFiles.push({ name, imageDescription, url: file.data.url });
    }
    return success(inputFiles.length > 0 ? { inputFiles } : {});
  }

  async function look(call: StoredPaidCall): Promise<void> {
    const result = await callEdgeFor(
      deps,
      {
        method: 'GET',
        path: `/paid-calls/${encodeURIComponent(call.key)}`,
        confirmedFor: call.confirmedFor,
      },
      launchRecord,
    );
    if (result.ok) return settleBy(call, result.value);
    if (call.state === 'receipt') return;
    if (result.error.code !== 'EDGE_NOT_FOUND') return keep(call, result.error);
    return isLate(call) ? abandon(call) : write({ ...call, state: 'sending', error: null });
  }

  /** It may still be under way: only once the ledger refuses its key, nothing was charged. */
  async function abandon(call: StoredPaidCall): Promise<void> {
    const result = await callEdgeFor(deps, abandonment(call, call.about), launchRecord);
    if (result.ok) return settleBy(call, result.value);
    return result.error.code === 'EDGE_NOT_FOUND' ? write(asReceipt(call)) : keep(call, result.error);
  }

  /** Settles a call of this browser as the user says. @returns null when it has none under the key */
  async function settleAs(key: string, settlement: PaidSettlement): Promise<Result<null> | null> {
    const call = (await readPaidCalls()).find((one) => one.key === key);
    if (!call) return null;
    const result = await callEdgeFor(deps, settlementOf(call, settlement), launchRecord);
    if (!result.ok) return result;
    await settleBy(call, result.value);
    return success(null);
  }

  async function settleBy(
    call: StoredPaidCall,
    record: NonNullable<StoredPaidCall['record']>,
  ): Promise<void> {
    switch (record.state) {
      case 'launched':
        return settle(remarked({ ...call, record }, remarksOf(record)), 'done', null);
      case 'refused':
        return settle({ ...call, record }, 'refused', {
          kind: 'refused',
          code: record.refusal?.code ?? null,
          message: record.refusal?.message ?? null,
        });
      case 'absent':
        return settle({ ...call, record }, 'absent', null);
      case 'reserved':
      case 'sent':
      case 'unknown':
        return write({ ...call, record, state: 'open', error: null });
    }
  }

  async function settle(
    call: StoredPaidCall,
    state: 'done' | 'refused' | 'absent',
    error: ApiError | null,
  ): Promise<void> {
    await write({ ...call, state, error, body: null, settledAt: deps.now() });
    onSettled();
  }

  /** A response without a code is not the edge's own refusal: it was cut off, or came from a proxy. */
  const isInDoubt = ({ kind, code }: ApiError) =>
    code === null || kind === 'other-ledger' || IN_DOUBT.has(kind);

  /** The user no longer expects it. */
  const isLate = (call: StoredPaidCall) => deps.now() - call.confirmedAt > SEND_WITHIN_MS;

  const write = (call: StoredPaidCall) => paidCallsInTurn(() => updatePaidCall(call, deps.now()));

  /** Deletes a receipt. */
  const dismiss = (key: string) =>
    paidCallsInTurn(async () => {
      const calls = await readPaidCalls();
      await paidCallsItem.setValue(calls.filter((one) => one.key !== key || one.state !== 'receipt'));
    });

  return { start, resume, settleAs, dismiss };
}
