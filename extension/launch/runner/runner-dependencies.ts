import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import type { Result } from '../../edge-client/api-error.ts';
import type { LedgerCalls, PaidKey, PaidOutcomes } from '../../paid/driver.ts';
import type { LaunchRequest, RunnerEntry, RunRequest } from '../../storage/launches.ts';
import type { confirmingFor } from '../../storage/pairing.ts';
import type { SecretValues } from '../../storage/session.ts';
import type { LaunchBody } from '../launch-request.ts';

/** External dependencies of the runner, replaced in tests. */
export interface RunnerDependencies extends PaidOutcomes {
  newKey(): string;
  /** As `confirmingFor` of the stored pairing. */
  confirmingFor: typeof confirmingFor;
  entries: {
    /** Runs a change of the launches after all earlier ones. */
    inTurn<T>(task: () => Promise<T>): Promise<T>;
    read(): Promise<RunnerEntry[]>;
    write(entries: RunnerEntry[]): Promise<void>;
    /** Writes the entries and the request of one of them in one step. */
    reserve(entries: RunnerEntry[], key: string, request: LaunchRequest): Promise<void>;
  };
  /** Requests by the key of their launch, until it is settled. */
  requests: {
    read(key: string): Promise<LaunchRequest | null>;
    remove(key: string): Promise<void>;
  };
  drafts: { remove(id: string): Promise<void> };
  secrets: {
    read(owner: string): Promise<SecretValues>;
    write(owner: string, values: SecretValues): Promise<void>;
    remove(owner: string): Promise<void>;
  };
  /** Base64 by attachment id; deleted ones are missing. */
  files: { read(ids: string[]): Promise<Record<string, string>>; remove(ids: string[]): Promise<void> };
  edge: LedgerCalls & {
    launch(key: PaidKey, body: LaunchBody, runBudget?: number): Promise<Result<LaunchRecord>>;
    startAgent(key: PaidKey, projectId: string, run: RunRequest): Promise<Result<null>>;
  };
  /** Schedules an alarm while something is open, in case the browser ends the background. */
  setAlarm(needed: boolean): Promise<void>;
}
