import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Result } from '../../edge-client/api-error.ts';
import type { CreditLimits, LaunchRequest, RunnerEntry, RunRequest } from '../../storage/launches.ts';
import type { SecretValues } from '../../storage/session.ts';
import type { LaunchBody } from '../launch-request.ts';

/** What the runner needs of the world; real in the background, made up in tests. */
export interface RunnerDependencies {
  now(): InstantMs;
  newKey(): string;
  entries: {
    read(): Promise<RunnerEntry[]>;
    write(entries: RunnerEntry[]): Promise<void>;
    /** Writes them and what is to be sent for one of them, in one step. */
    reserve(entries: RunnerEntry[], key: string, request: LaunchRequest): Promise<void>;
  };
  /** What is to be sent, by the key of its launch, until that is settled. */
  requests: {
    read(key: string): Promise<LaunchRequest | null>;
    write(key: string, request: LaunchRequest): Promise<void>;
    remove(key: string): Promise<void>;
  };
  drafts: { remove(id: string): Promise<void> };
  secrets: {
    read(owner: string): Promise<SecretValues>;
    write(owner: string, values: SecretValues): Promise<void>;
    remove(owner: string): Promise<void>;
  };
  /** Base64 by attachment id; what is gone is missing. */
  files: { read(ids: string[]): Promise<Record<string, string>>; remove(ids: string[]): Promise<void> };
  edge: {
    launch(key: string, body: LaunchBody, runBudget?: number): Promise<Result<LaunchRecord>>;
    look(key: string): Promise<Result<LaunchRecord>>;
    /** What the user says of a launch of which nobody knows: the project it made, or null for none. */
    settle(key: string, projectId: string | null): Promise<Result<LaunchRecord>>;
    startAgent(key: string, projectId: string, run: RunRequest): Promise<Result<null>>;
    setCaps(projectId: string, caps: CreditLimits): Promise<Result<null>>;
  };
  /** Asks to be woken again while something is open, also when the browser ends the background meanwhile. */
  setAlarm(needed: boolean): Promise<void>;
  /** A project was made: whoever shows projects should look again. */
  onLaunched(): void;
}
