import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import type { Result } from '../../edge-client/api-error.ts';
import type { LedgerCalls, PaidKey, PaidOutcomes } from '../../paid/driver.ts';
import type { attachmentStore, draftStore, secretStore } from '../../storage/drafts.ts';
import type { RetryRequest, requestStore, runnerStore } from '../../storage/launches.ts';
import type { confirmingFor } from '../../storage/pairing.ts';
import type { LaunchBody } from '../launch-body.ts';

/** External dependencies of the runner, replaced in tests. */
export interface RunnerDependencies extends PaidOutcomes {
  newKey(): string;
  /** As `confirmingFor` of the stored pairing. */
  confirmingFor: typeof confirmingFor;
  /** How many paid calls are stored that can't be read: none is begun until they are let go of. */
  unreadCalls(): Promise<number>;
  entries: Omit<typeof runnerStore, 'as'>;
  requests: Pick<typeof requestStore, 'read' | 'remove'>;
  drafts: Pick<typeof draftStore, 'remove'>;
  secrets: typeof secretStore;
  files: Pick<typeof attachmentStore, 'read' | 'remove'>;
  edge: LedgerCalls & {
    launch(key: PaidKey, body: LaunchBody, runBudget?: number): Promise<Result<LaunchRecord>>;
    startAgent(key: PaidKey, projectId: string, request: RetryRequest): Promise<Result<null>>;
  };
  /** Schedules an alarm while something is open, in case the browser ends the background. */
  setAlarm(needed: boolean): Promise<void>;
}
