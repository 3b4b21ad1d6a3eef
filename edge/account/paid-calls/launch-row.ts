import type {
  LaunchRecord,
  LaunchRefusal,
  LaunchState,
  LaunchWarning,
} from '../../../shared/edge-api/launches.ts';
import type { OperationName } from '../../../shared/operations/catalogue.ts';
import type { InstantMs } from '../../../shared/time.ts';

/** One paid call as the object keeps it; every field is explained in `edge/storage-schema.md`. */
export interface LaunchRow extends Record<string, SqlStorageValue> {
  key: string;
  operation: OperationName;
  device_id: string;
  state: LaunchState;
  fingerprint: string;
  requested_project_id: string;
  project_id: string | null;
  label: string | null;
  description: string | null;
  prompt_digest: string | null;
  price_credits: number;
  created_at: InstantMs;
  sent_at: InstantMs | null;
  settled_at: InstantMs | null;
  refusal: string | null;
  agent_started: number | null;
  warnings: string;
  answer_status: number | null;
  answer: string | null;
  next_check_at: InstantMs | null;
  checks: number;
  good_checks: number;
  begun_at: InstantMs | null;
  seen_none_at: InstantMs | null;
  wait_until: InstantMs | null;
}

/** Whether a call makes a new project, or works on one that is there. */
export const isCreation = ({ operation }: Pick<LaunchRow, 'operation'>) =>
  operation === 'launchProject' || operation === 'createProject';

/** The row as browsers see it. */
export function launchRecordOf(row: LaunchRow): LaunchRecord {
  return {
    key: row.key,
    operation: row.operation === 'launchProject' ? 'launch' : row.operation,
    state: row.state,
    requestedProjectId: row.requested_project_id,
    projectId: row.project_id,
    label: row.label,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as LaunchRefusal),
    agentStarted: row.agent_started === null ? null : row.agent_started === 1,
    warnings: JSON.parse(row.warnings) as LaunchWarning[],
    nextCheckAt: row.state === 'unknown' ? row.next_check_at : null,
  };
}
