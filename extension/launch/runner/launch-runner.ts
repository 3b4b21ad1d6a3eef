import type { LaunchRecord, PaidSettlement } from '../../../shared/snapshot/launches.ts';
import type { ProjectState } from '../../../shared/snapshot/project-state.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { type ApiError, IN_DOUBT, KNOWN_KEY, type Result, success } from '../../edge-client/api-error.ts';
import {
  isOpen,
  type LaunchRequest,
  projectOf,
  type RetryRequest,
  type RunnerEntry,
  toReceipt,
} from '../../storage/launches.ts';
import type { SecretValues } from '../../storage/session.ts';
import { launchInTheWay, mergeReadings, putEntry, withRecord } from '../history.ts';
import { contentIds, withSecretsAndFiles } from '../launch-request.ts';
import { goingSteps, receiptSteps, retryStep, settleStep } from './retry-step.ts';
import type { PaidKey, RunnerDependencies } from './runner-dependencies.ts';

/** A confirmed launch that has not reached the edge by then is abandoned. */
export const SEND_WITHIN_MS = 5 * MINUTE_MS;

/** A confirmed form with its request; `insteadOf` names the open launch of it that this one replaces. */
export type Confirmed = { draft: RunnerEntry['draft']; request: LaunchRequest; insteadOf: string | null };

type Reserved = { key: string; values: SecretValues | null };

export interface LaunchRunner {
  /**
   * Launches a form once. A form with an open launch is not launched again, unless `insteadOf` names that launch: the
   * user's second, explicit confirmation.
   * @returns the key of the form's current launch
   */
  confirm(confirmed: Confirmed): Promise<string>;
  /** Checks one launch at the edge. */
  check(key: string): Promise<void>;
  /**
   * Sets whether an unknown launch took effect, and which project it created, as given by the user.
   * @returns null when it is no launch of this browser
   */
  settleAs(key: string, settlement: PaidSettlement): Promise<Result<null> | null>;
  /** Resumes everything that was in progress when the background ended. */
  resume(): Promise<void>;
  /** Retries a step that a launch warned about. */
  retry(key: string, step: string, request: RetryRequest): Promise<void>;
  /** Deletes a receipt. */
  dismiss(key: string): Promise<void>;
  /** Updates launches from a snapshot. */
  learn(records: readonly LaunchRecord[], projects: readonly ProjectState[]): Promise<void>;
}

/** The background's part of launching. Every step is stored before the next, so that it may end after any of them. */
export function launchRunner(dependencies: RunnerDependencies): LaunchRunner {
  const { inTurn } = dependencies.entries;
  const underWay = new Map<string, Promise<void>>();

  const update = (key: string, change: (entry: RunnerEntry) => RunnerEntry) =>
    inTurn(async () => {
      const entries = await dependencies.entries.read();
      const entry = entries.find((one) => one.key === key);
      if (!entry) return null;
      const changed = change(entry);
      if (changed !== entry) await dependencies.entries.write(putEntry(entries, changed));
      return changed;
    });

  /** At most one task per launch at a time. */
  const once = (key: string, errand: () => Promise<void>): Promise<void> => {
    const going = underWay.get(key);
    if (going) return going;
    const started = errand().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };

  async function confirm(confirmed: Confirmed): Promise<string> {
    await dependencies.confirmingFor('waits');
    const { key, values } = await inTurn(() => reserve(confirmed));
    // `resume` recovers from any failure from here on: everything needed is stored.
    if (values) once(key, () => send(key, confirmed.request, values)).catch(() => undefined);
    return key;
  }

  /** Stores everything that sending needs. @returns the values of its secrets; null when another launch blocks it */
  async function reserve(confirmed: Confirmed): Promise<Reserved> {
    const entries = await dependencies.entries.read();
    const active = launchInTheWay(entries, confirmed.draft.id, confirmed.insteadOf);
    if (active) return { key: active.key, values: null };
    const key = dependencies.newKey();
    const confirmedFor = await dependencies.confirmingFor();
    if (!confirmedFor) throw new Error('This browser is not paired.');
    const { request } = confirmed;
    const values = request.secrets.length > 0 ? await dependencies.secrets.read(confirmed.draft.id) : {};
    if (request.secrets.length > 0) await dependencies.secrets.write(key, values);
    const entry = confirmedEntry({ key, confirmedFor }, confirmed.draft, dependencies.now());
    try {
      await dependencies.entries.reserve(putEntry(entries, entry), key, request);
    } catch (error) {
      await dependencies.secrets.remove(key);
      throw error;
    }
    await dependencies.setAlarm(true);
    return { key, values };
  }

  async function send(key: string, request: LaunchRequest, values: SecretValues): Promise<void> {
    const entry = await update(key, unlessReceipt({ phase: 'sent' }));
    if (!entry || isReceipt(entry)) return;
    const contents = await dependencies.files.read(contentIds(request));
    const response = await dependencies.edge.launch(
      entry,
      withSecretsAndFiles(request, values, contents),
      request.runBudget,
    );
    if (response.ok) await settle(key, response.value);
    else await afterFailure(entry, response.error);
  }

  async function afterFailure(entry: RunnerEntry, failure: ApiError): Promise<void> {
    const { key } = entry;
    const { code } = failure;
    if (failure.kind === 'other-ledger') return void (await update(key, toReceipt));
    const refused = code !== null && !IN_DOUBT.has(failure.kind) && !KNOWN_KEY.has(code);
    if (refused) return refuse(key, failure);
    const looked = await dependencies.edge.look(entry);
    if (looked.ok) return settle(key, looked.value);
    if (looked.error.code === 'EDGE_NOT_FOUND' && code !== null) return giveUp(entry, failure);
    await update(key, unlessReceipt({ trouble: failure.kind }));
  }

  /**
   * The request may still be under way: only once the ledger refuses its key, nothing was charged.
   * @param why it was not taken; null: it came too late
   */
  async function giveUp(entry: RunnerEntry, why: ApiError | null): Promise<void> {
    const abandoned = await dependencies.edge.abandon(entry);
    const { key } = entry;
    if (abandoned.ok) {
      const isNever = abandoned.value.refusal?.code === 'EDGE_ABANDONED';
      return isNever && why !== null ? refuse(key, why) : settle(key, abandoned.value);
    }
    const { kind, code } = abandoned.error;
    const isBeyond = kind === 'other-ledger' || code === 'EDGE_NOT_FOUND';
    await update(key, isBeyond ? toReceipt : unlessReceipt({ trouble: kind }));
  }

  async function refuse(key: string, { code, message }: ApiError): Promise<void> {
    const refusal = { code: code ?? '', message: message ?? '', httpStatus: 0, details: null };
    const entry = await update(key, unlessReceipt({ phase: 'answered', refusal, trouble: null }));
    if (entry) await tidy(entry);
  }

  async function settle(key: string, record: LaunchRecord): Promise<void> {
    const isForgettable = record.state === 'reserved';
    const entry = await update(key, (one) =>
      isForgettable && isReceipt(one) ? one : withRecord(one, record),
    );
    if (!entry) return;
    if (!isOpen(entry)) await tidy(entry);
    // The edge has the launch, so it is never resent from here.
    else if (isTaken(entry)) await dependencies.requests.remove(key);
  }

  /**
   * Deletes what a settled launch no longer needs: always its secrets and request, and its draft and files if it
   * created a project.
   */
  async function tidy(entry: RunnerEntry): Promise<void> {
    if (isOpen(entry) || entry.tidied) return;
    const launched = projectOf(entry) !== null;
    await dependencies.secrets.remove(entry.key);
    if (launched) {
      await dependencies.secrets.remove(entry.draft.id);
      await dependencies.files.remove(entry.draft.attachments.map(({ id }) => id));
      await dependencies.drafts.remove(entry.draft.id);
    }
    await dependencies.requests.remove(entry.key);
    await update(entry.key, (one) => ({ ...one, tidied: true }));
    if (launched) dependencies.onLaunched();
  }

  async function look(key: string): Promise<void> {
    await once(key, async () => {
      const entry = (await dependencies.entries.read()).find((one) => one.key === key);
      if (!entry || !isOpen(entry)) return;
      const looked = await dependencies.edge.look(entry);
      if (looked.ok) return settle(key, looked.value);
      if (looked.error.kind === 'other-ledger') return void (await update(key, toReceipt));
      if (isReceipt(entry)) return;
      if (looked.error.code !== 'EDGE_NOT_FOUND' || isTaken(entry)) {
        await update(key, unlessReceipt({ trouble: looked.error.kind }));
        return;
      }
      if (entry.record) await update(key, unlessReceipt({ record: null }));
      await sendOrGiveUp(entry);
    });
  }

  async function settleAs(key: string, settlement: PaidSettlement): Promise<Result<null> | null> {
    const entry = (await dependencies.entries.read()).find((one) => one.key === key);
    if (!entry) return null;
    const settled = await dependencies.edge.settle(entry, settlement);
    if (!settled.ok) return settled;
    await settle(key, settled.value);
    return success(null);
  }

  /** The edge does not know the launch. The same key makes sending safe; after too long it is no longer wanted. */
  async function sendOrGiveUp(entry: RunnerEntry): Promise<void> {
    const request = await dependencies.requests.read(entry.key);
    const values = await dependencies.secrets.read(entry.key);
    const complete = request?.secrets.every((secret) => secret.valueId in values);
    const inTime = dependencies.now() - entry.confirmedAt < SEND_WITHIN_MS;
    if (request && complete && inTime && !(await isReplaced(entry))) return send(entry.key, request, values);
    await giveUp(entry, null);
  }

  /** The user has since confirmed the same form again: sending this one too would create two projects. */
  async function isReplaced(entry: RunnerEntry): Promise<boolean> {
    const newest = (await dependencies.entries.read()).find((one) => one.draft.id === entry.draft.id);
    return newest !== undefined && newest.key !== entry.key;
  }

  async function resume(): Promise<void> {
    for (const entry of await dependencies.entries.read()) {
      if (isOpen(entry)) await look(entry.key);
      else await tidy(entry);
      for (const step of [...goingSteps(entry), ...receiptSteps(entry)])
        await once(`${entry.key} ${step}`, () => settleStep(dependencies, update, entry, step));
    }
    // A receipt is looked up when the background starts and when this browser is paired.
    const underWayStill = (entry: RunnerEntry) =>
      (isOpen(entry) && !isReceipt(entry)) || goingSteps(entry).length > 0;
    await dependencies.setAlarm((await dependencies.entries.read()).some(underWayStill));
  }

  async function learn(records: readonly LaunchRecord[], projects: readonly ProjectState[]): Promise<void> {
    const entries = await inTurn(async () => {
      const before = await dependencies.entries.read();
      const after = mergeReadings(before, records, projects);
      if (after !== before) await dependencies.entries.write([...after]);
      return after;
    });
    for (const entry of entries) await tidy(entry);
  }

  const retry = (key: string, step: string, request: RetryRequest) =>
    once(`${key} ${step}`, () => retryStep(dependencies, update, key, step, request));

  const dismiss = (key: string) =>
    inTurn(async () => {
      const entries = await dependencies.entries.read();
      const others = entries.filter((one) => one.key !== key || !isReceipt(one));
      if (others.length < entries.length) await dependencies.entries.write(others);
    });

  return { confirm, check: look, settleAs, resume, learn, retry, dismiss };
}

/** Whether the edge keeps the launch for good: one that is only reserved is forgotten when the edge restarts. */
function isTaken({ record }: RunnerEntry): boolean {
  return record !== null && record.state !== 'reserved';
}

const isReceipt = ({ phase }: RunnerEntry): boolean => phase === 'receipt';

/** What a request was told since this browser left its ledger does not settle a receipt: only a record does. */
const unlessReceipt =
  (changes: Partial<RunnerEntry>) =>
  (entry: RunnerEntry): RunnerEntry =>
    isReceipt(entry) ? entry : { ...entry, ...changes };

function confirmedEntry(paid: PaidKey, draft: RunnerEntry['draft'], confirmedAt: number): RunnerEntry {
  return {
    ...paid,
    confirmedAt,
    draft,
    phase: 'stored',
    record: null,
    refusal: null,
    trouble: null,
    outcome: null,
    tidied: false,
    retries: {},
  };
}
