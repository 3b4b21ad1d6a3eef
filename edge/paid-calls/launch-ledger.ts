import type { PaidOperationName } from '../../shared/catalogues/paid.ts';
import type { LaunchCandidate, LaunchRecord, LaunchWarning } from '../../shared/snapshot/launches.ts';
import type { InstantMs } from '../../shared/time.ts';
import { type CallEvidence, PROMPT_MAX, type WorkKind } from '../../shared/work/evidence.ts';
import type { Schema } from '../object/database.ts';
import { Ledger, type PaidRow, recordOf } from './ledger.ts';

export const launchesSchema: Schema = {
  // What is left refuses its key: a call of the former account is never sent to the next one.
  startAnew: [
    `UPDATE launches SET label = NULL, prompt_digest = NULL, prompt = NULL, answer_status = NULL,
       answer = NULL, candidates = '[]', next_check_at = NULL, wait_until = NULL`,
  ],
  tables: [
    // With a row number: a row may hold a whole answer of the service.
    `CREATE TABLE launches (
      key TEXT PRIMARY KEY,
      operation TEXT NOT NULL,
      device_id TEXT NOT NULL,
      state TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      requested_project_id TEXT NOT NULL,
      project_id TEXT,
      label TEXT,
      prompt TEXT,
      prompt_digest TEXT,
      price_credits REAL NOT NULL,
      epoch INTEGER NOT NULL DEFAULT 1,
      created_at INTEGER NOT NULL,
      sent_at INTEGER,
      begun_at INTEGER,
      settled_at INTEGER,
      settled_by_user INTEGER NOT NULL DEFAULT 0,
      refusal TEXT,
      agent_started INTEGER,
      warnings TEXT NOT NULL DEFAULT '[]',
      answer_status INTEGER,
      answer TEXT,
      next_check_at INTEGER,
      wait_until INTEGER,
      checks INTEGER NOT NULL DEFAULT 0,
      good_checks INTEGER NOT NULL DEFAULT 0,
      seen_none_at INTEGER,
      candidates TEXT NOT NULL DEFAULT '[]'
    )`,
    'CREATE INDEX launches_by_time ON launches (created_at)',
    'CREATE INDEX launches_open ON launches (next_check_at) WHERE next_check_at IS NOT NULL',
    'CREATE INDEX launches_by_state ON launches (state)',
  ],
};

/** One call of the builder service as stored: what its effect is recognized by, and how it is looked for. */
export interface LaunchRow extends PaidRow {
  project_id: string | null;
  label: string | null;
  prompt_digest: string | null;
  prompt: string | null;
  price_credits: number;
  agent_started: number | null;
  warnings: string;
  answer_status: number | null;
  next_check_at: InstantMs | null;
  checks: number;
  good_checks: number;
  begun_at: InstantMs | null;
  seen_none_at: InstantMs | null;
  wait_until: InstantMs | null;
  candidates: string;
}

/** The row in the form for browsers. */
export function launchRecordOf(row: LaunchRow): LaunchRecord {
  const isUnmade = row.state === 'unknown' || row.state === 'absent';
  return {
    ...recordOf(row),
    operation: row.operation === 'launchProject' ? 'launch' : row.operation,
    projectId: row.project_id,
    label: row.label,
    agentStarted: row.agent_started === null ? null : row.agent_started === 1,
    warnings: JSON.parse(row.warnings) as LaunchWarning[],
    nextCheckAt: row.state === 'unknown' ? row.next_check_at : null,
    candidates: isUnmade ? (JSON.parse(row.candidates) as LaunchCandidate[]) : [],
  };
}

/** The row that a paid call begins; null: none, what it does is done when it is answered. */
const KIND_OF_CALL: Record<PaidOperationName, WorkKind | null> = {
  launchProject: 'run',
  startAgent: 'run',
  deploy: 'deploy',
  startServer: 'server',
  recoverVersion: 'restore',
  rebuild: 'rebuild',
  createProject: null,
  setDomain: null,
  uploadFile: null,
  'data.scanDocument': null,
  'data.scanInvoice': null,
  'data.ocrImage': null,
  'data.ocrPdf': null,
  'data.generatePdf': null,
  'data.createChatCompletion': null,
  'data.createImage': null,
};

/**
 * Returns evidence of the work that a sent call begins; null: it begins none, or is not known to.
 * @param by name of its browser
 */
export function evidenceOf(
  row: LaunchRow,
  by: string | null,
): { projectId: string; evidence: CallEvidence } | null {
  const kind = KIND_OF_CALL[row.operation as PaidOperationName] ?? null;
  const isLaunch = row.operation === 'launchProject';
  const projectId = isLaunch ? row.project_id : row.requested_project_id;
  if (kind === null || projectId === null || row.state === 'reserved' || row.sent_at === null) return null;
  const hasNoRun = isLaunch && row.agent_started === 0;
  const evidence: CallEvidence = {
    from: 'ledger',
    kind,
    key: row.key,
    at: row.sent_at,
    state: hasNoRun ? 'refused' : row.state,
    // Of a launch it is when its project was created.
    begunAt: isLaunch ? null : row.begun_at,
    prompt: row.prompt?.slice(0, PROMPT_MAX) ?? null,
    by,
  };
  return { projectId, evidence };
}

/** Refusal of a call that found the server down, and started and charged for it (published reference). */
export const START_TAKEN = 'SERVER_NOT_READY';

/** What is known once a paid call took effect. */
export interface Effect {
  projectId: string;
  label: string | null;
  agentStarted: boolean | null;
  /** When it began according to the service; null when not read. */
  begunAt: InstantMs | null;
  warnings: readonly LaunchWarning[];
  /** The service's response for replays; null when the outcome was found by a check. */
  answer: { status: number; text: string } | null;
  /** Whether the user said so; absent: the service did. */
  isSettledByUser?: boolean;
}

/** The ledger's calls of the builder service. A lost one is looked for by its effect. */
export class LaunchLedger extends Ledger<LaunchRow> {
  readonly #told: (row: LaunchRow) => void;

  /** @param told called with each call that was sent, or became known better, in the same step */
  constructor(sql: SqlStorage, epoch: number, told: (row: LaunchRow) => void = () => undefined) {
    super(sql, 'launches', epoch);
    this.#told = told;
  }

  protected override step(...change: Parameters<Ledger<LaunchRow>['step']>): boolean {
    const isTaken = super.step(...change);
    const row = isTaken && change[2].state !== undefined ? this.get(change[0]) : null;
    if (row !== null) this.#told(row);
    return isTaken;
  }

  launched(key: string, effect: Effect, now: InstantMs): boolean {
    const known = {
      project_id: effect.projectId,
      ...(effect.label === null ? {} : { label: effect.label }),
      agent_started: effect.agentStarted === null ? null : Number(effect.agentStarted),
      begun_at: effect.begunAt,
      warnings: JSON.stringify(effect.warnings),
      answer_status: effect.answer?.status ?? null,
      answer: effect.answer?.text ?? null,
      candidates: '[]',
      settled_by_user: Number(effect.isSettledByUser ?? false),
    };
    return this.took(key, known, now);
  }

  /** Sets what a call took although it was refused. */
  tookInstead(key: string, credits: number): void {
    this.step(key, ['refused'], { price_credits: credits });
  }

  /** Records a check of the service and when to check again; null = no later check will decide. */
  checked({ key, checks }: LaunchRow, nextCheckAt: InstantMs | null): void {
    this.step(key, ['unknown'], { checks: checks + 1, next_check_at: nextCheckAt });
  }

  /** Records which projects the call may have created. */
  setCandidates({ key }: LaunchRow, candidates: readonly LaunchCandidate[]): void {
    this.step(key, ['unknown'], { candidates: JSON.stringify(candidates) });
  }

  /** Records that the service showed no effect of the call so far. */
  noteNoEffect({ key, good_checks }: LaunchRow, now: InstantMs): void {
    this.step(key, ['unknown'], { good_checks: good_checks + 1, seen_none_at: now });
  }

  /** Records until when the service is not to be called. */
  waitUntil(key: string, until: InstantMs): void {
    this.sql.exec('UPDATE launches SET wait_until = ? WHERE key = ?', until, key);
  }

  /** Until when the service is not to be called; 0 = no limit. */
  leftAloneUntil(): InstantMs {
    return this.number('max(wait_until)', 'true') ?? 0;
  }

  /** Brings a check of an unknown call forward. */
  checkSoon(key: string, at: InstantMs): void {
    this.step(key, ['unknown'], { next_check_at: at });
  }

  /** Calls that are unsettled or settled as absent, which an event may still prove. */
  unproven(): LaunchRow[] {
    return this.rows("state IN ('unknown', 'absent')");
  }

  dueForCheck(now: InstantMs, limit: number): LaunchRow[] {
    return this.rows("state = 'unknown' AND next_check_at <= ? ORDER BY next_check_at LIMIT ?", now, limit);
  }

  nextCheckAt(): InstantMs | null {
    return this.number('min(next_check_at)', "state = 'unknown'");
  }

  hasSent(): boolean {
    return this.number('count(*)', "state = 'sent'") !== 0;
  }

  /** Every other call that may have had an effect: sent and not refused. */
  others(key: string): LaunchRow[] {
    return this.rows("key <> ? AND state NOT IN ('reserved', 'refused')", key);
  }

  /** Unsettled calls, however old, then later ones; newest first within each. */
  recent(since: InstantMs, limit: number): LaunchRow[] {
    return this.rows(
      `(created_at >= ? OR state IN ('sent', 'unknown'))
       ORDER BY state IN ('sent', 'unknown') DESC, created_at DESC LIMIT ?`,
      since,
      limit,
    );
  }

  /** Credits at fixed prices that a device has spent, or may have spent, since then. */
  spentSince(deviceId: string, since: InstantMs): number {
    const hasTaken = `state NOT IN ('refused', 'absent') OR refusal ->> 'code' = '${START_TAKEN}'`;
    const counts = `device_id = ? AND created_at >= ? AND (${hasTaken})`;
    return this.number('sum(price_credits)', counts, deviceId, since) ?? 0;
  }

  /** Reduces calls settled before a time to what answers a browser that asks: the key and the outcome. */
  reduceSettledBefore(at: InstantMs): void {
    this.sql.exec(
      `UPDATE launches SET label = NULL, prompt_digest = NULL, prompt = NULL, answer_status = NULL,
       answer = NULL, candidates = '[]' WHERE settled_at < ? AND (answer IS NOT NULL OR prompt_digest IS NOT NULL OR label IS NOT NULL)`,
      at,
    );
  }

  protected override unchecked(): Partial<LaunchRow> {
    return { next_check_at: null };
  }
}
