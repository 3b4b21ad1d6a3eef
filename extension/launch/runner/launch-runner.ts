import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import type { ProjectState } from '../../../shared/snapshot/project-state.ts';
import { success } from '../../edge-client/api-error.ts';
import { isTaken, type PaidDriver, type PaidKey, type PaidNews, paidDriver } from '../../paid/driver.ts';
import { UnreadCalls } from '../../storage/bounds.ts';
import {
  isOpen,
  type LaunchRequest,
  projectOf,
  type RetryRequest,
  type RunnerEntry,
  toReceipt,
} from '../../storage/launches.ts';
import { UNDO_MS } from '../../storage/send-at.ts';
import { launchInTheWay, mergeReadings, putEntry, withRecord } from '../history.ts';
import { contentIds, type LaunchBody, valueIds, withSecretsAndFiles } from '../launch-body.ts';
import { goOn, retryStep, stepsIn } from './retry-step.ts';
import type { RunnerDependencies } from './runner-dependencies.ts';

/**
 * A confirmed form with its request. `insteadOf`: the open launch of it that this one replaces;
 * `isUndoable`: it can be taken back for a moment.
 */
export type Confirmed = {
  draft: RunnerEntry['draft'];
  request: LaunchRequest;
  insteadOf: string | null;
  isUndoable?: boolean | undefined;
};

export interface LaunchRunner
  extends Pick<PaidDriver<RunnerEntry>, 'check' | 'settleAs' | 'resume' | 'dismiss'> {
  /**
   * Launches a form once. A form with an open launch is not launched again, unless `insteadOf` names that
   * launch: the user's second, explicit confirmation.
   * @returns the key of the form's current launch
   */
  confirm(confirmed: Confirmed): Promise<string>;
  /** Its draft is as it was. @returns whether it could still be taken back */
  takeBack(key: string): Promise<boolean>;
  /** Retries a step that a launch warned about. */
  retry(key: string, step: string, request: RetryRequest): Promise<void>;
  /** Updates launches from a snapshot. */
  learn(records: readonly LaunchRecord[], projects: readonly ProjectState[]): Promise<void>;
}

/** The background's part of launching: paid calls with files, secrets, an alarm, and retries of steps. */
export function launchRunner(dependencies: RunnerDependencies): LaunchRunner {
  const { entries, requests, secrets, files } = dependencies;
  const driver = paidDriver<RunnerEntry, { body: LaunchBody; runBudget: number | undefined }>(
    {
      entries,
      isOpen,
      isReceipt,
      about: ({ draft }) => ({ operation: 'launch', projectId: draft.name }),
      learned,
      letGo: ({ sendAt: _, ...entry }) => ({ ...entry, confirmedAt: dependencies.now() }),
      // Its own is deleted only when a project was created.
      toDraft: async () => undefined,
      prepare,
      send: (entry, { body, runBudget }) => dependencies.edge.launch(entry, body, runBudget),
      tidy,
    },
    dependencies.edge,
    dependencies,
  );
  const { once, update, drop } = driver;

  async function confirm(confirmed: Confirmed): Promise<string> {
    await dependencies.confirmingFor('waits');
    const { key, isNew } = await entries.inTurn(() => reserve(confirmed));
    // `resume` recovers from any failure from here on: everything needed is stored.
    if (isNew) driver.start(key).catch(() => undefined);
    return key;
  }

  /** Stores everything that sending needs, unless another launch blocks it. */
  async function reserve({
    draft,
    request,
    insteadOf,
    isUndoable,
  }: Confirmed): Promise<{ key: string; isNew: boolean }> {
    const known = await entries.read();
    const active = launchInTheWay(known, draft.id, insteadOf);
    if (active) return { key: active.key, isNew: false };
    if ((await dependencies.unreadCalls()) > 0) throw new UnreadCalls();
    const key = dependencies.newKey();
    const confirmedFor = await dependencies.confirmingFor();
    if (!confirmedFor) throw new Error('This browser is not paired.');
    if (valueIds(request).length > 0) await secrets.write(key, await secrets.read(draft.id));
    const now = dependencies.now();
    const entry = confirmedEntry({ key, confirmedFor }, draft, now);
    if (isUndoable) entry.sendAt = { at: now + UNDO_MS, start: await dependencies.browserStart() };
    try {
      await entries.reserve(putEntry(known, entry), key, request);
    } catch (error) {
      await secrets.remove(key);
      throw error;
    }
    await dependencies.setAlarm(true);
    return { key, isNew: true };
  }

  async function takeBack(key: string): Promise<boolean> {
    const taken = await drop(key, ({ sendAt }) => sendAt !== undefined);
    if (!taken) return false;
    await requests.remove(key);
    await secrets.remove(key);
    return true;
  }

  /** The same key makes sending safe, unless its secrets are gone, or the form was confirmed again since. */
  async function prepare(entry: RunnerEntry) {
    const request = await requests.read(entry.key);
    if (!request || (await isReplaced(entry))) return null;
    const needed = valueIds(request);
    const values = needed.length > 0 ? await secrets.read(entry.key) : {};
    if (!needed.every((id) => id in values)) return null;
    const contents = await files.read(contentIds(request));
    return success({
      body: withSecretsAndFiles(request, values, contents),
      runBudget: request.runBudget,
    });
  }

  /** Sending this one too would create two projects. */
  async function isReplaced(entry: RunnerEntry): Promise<boolean> {
    const newest = (await entries.read()).find((one) => one.draft.id === entry.draft.id);
    return newest !== undefined && newest.key !== entry.key;
  }

  /**
   * Deletes the request of a launch that the edge has: it is never resent from here. Of a settled launch also
   * deletes the secrets and, if it created a project, its draft and files.
   */
  async function tidy(entry: RunnerEntry): Promise<void> {
    if (isOpen(entry)) return isTaken(entry) ? requests.remove(entry.key) : undefined;
    if (entry.tidied) return;
    await secrets.remove(entry.key);
    if (projectOf(entry) !== null) {
      await secrets.remove(entry.draft.id);
      await files.remove(entry.draft.attachments.map(({ id }) => id));
      await dependencies.drafts.remove(entry.draft.id);
    }
    await requests.remove(entry.key);
    await update(entry.key, (one) => ({ ...one, tidied: true }));
  }

  async function resume(): Promise<void> {
    await driver.resume();
    for (const entry of await entries.read())
      for (const step of [...stepsIn(entry, 'going'), ...stepsIn(entry, 'receipt')])
        await once(`${entry.key} ${step}`, () => goOn(dependencies, update, entry, step, null));
    // A receipt is looked up when the background starts and when this browser is paired.
    const underWayStill = (entry: RunnerEntry) =>
      (isOpen(entry) && !isReceipt(entry)) || stepsIn(entry, 'going').length > 0;
    await dependencies.setAlarm((await entries.read()).some(underWayStill));
  }

  async function learn(records: readonly LaunchRecord[], projects: readonly ProjectState[]): Promise<void> {
    for (const record of records) await driver.noteIfNotTaken(record.key, { kind: 'record', record });
    const merged = await entries.inTurn(async () => {
      const before = await entries.read();
      const after = mergeReadings(before, records, projects);
      if (after !== before) await entries.write([...after]);
      return after;
    });
    for (const entry of merged) await tidy(entry);
  }

  const retry = (key: string, step: string, request: RetryRequest) =>
    once(`${key} ${step}`, () => retryStep(dependencies, update, key, step, request));

  return { ...driver, confirm, takeBack, resume, learn, retry };
}

const isReceipt = ({ phase }: RunnerEntry): boolean => phase === 'receipt';

function learned(entry: RunnerEntry, news: PaidNews): RunnerEntry {
  switch (news.kind) {
    case 'sending':
      return { ...entry, phase: 'sent', record: null };
    case 'record':
      return withRecord(entry, news.record);
    case 'refused': {
      const { code, message } = news.error;
      const refusal = { code: code ?? '', message: message ?? '', httpStatus: 0, details: null };
      return { ...entry, phase: 'answered', refusal, trouble: null };
    }
    case 'trouble':
      return { ...entry, trouble: news.error.kind };
    case 'left':
      return toReceipt(entry);
    // The edge answers a launch with its record.
    case 'answer':
      return entry;
  }
}

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
