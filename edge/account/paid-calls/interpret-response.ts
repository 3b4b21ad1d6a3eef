import type { FailureKind } from '../../../shared/builder-api/failures.ts';
import { launchedProject } from '../../../shared/builder-api/launch.ts';
import { shownLabel } from '../../../shared/one-line.ts';
import type { OperationName } from '../../../shared/operations/catalogue.ts';
import type { LaunchRefusal } from '../../../shared/snapshot/launches.ts';
import type { ServiceResponse } from '../../builder-api/response.ts';
import { apiErrorOf } from '../../http/result.ts';
import type { Effect } from './ledger.ts';
import { isNameOrSuffixed } from './resolution.ts';

/** Outcome of a paid call according to its response. */
export type Interpretation =
  | { kind: 'launched'; effect: Effect }
  | { kind: 'refused'; refusal: LaunchRefusal }
  | { kind: 'unknown' };

/** Whether a failure proves that nothing was done. A request that the service refused in its own form never ran. */
const IS_CERTAIN: Record<FailureKind, boolean | 'with-code'> = {
  'key-rejected': true,
  'no-credits': 'with-code',
  forbidden: 'with-code',
  'not-found': 'with-code',
  'not-available': 'with-code',
  'rate-limited': 'with-code',
  refused: 'with-code',
  'not-configured': true,
  timeout: false,
  unreachable: false,
  'service-failing': false,
  'unexpected-answer': false,
};

const ANSWER_KEPT_MAX = 16_384;

/** Interprets the response to a paid call: done, refused, or unknown. Everything that is not certain is unknown. */
export function interpretResponse(
  operation: OperationName,
  requestedProjectId: string,
  response: ServiceResponse,
): Interpretation {
  if (response.ok) {
    const effect =
      operation === 'launchProject'
        ? launchEffect(response.data, requestedProjectId)
        : workEffect(response.data, requestedProjectId);
    if (effect === null) return { kind: 'unknown' };
    const kept = operation !== 'launchProject' && response.text.length <= ANSWER_KEPT_MAX;
    return {
      kind: 'launched',
      effect: { ...effect, answer: kept ? { status: response.status, text: response.text } : null },
    };
  }
  const certain = IS_CERTAIN[response.failure.kind];
  if (certain === false || (certain === 'with-code' && response.failure.code === null))
    return { kind: 'unknown' };
  const { code, message, status, details } = apiErrorOf(response.failure);
  return { kind: 'refused', refusal: { code, message, httpStatus: status, details } };
}

/** A project of another name was not requested: the outcome of the call has to be checked. */
function launchEffect(data: unknown, requestedProjectId: string): Omit<Effect, 'answer'> | null {
  const parsed = launchedProject.safeParse(data);
  if (!parsed.success || !isNameOrSuffixed(parsed.data.projectId, requestedProjectId)) return null;
  const { projectId, label, agent, warnings } = parsed.data;
  return {
    projectId,
    label: shownLabel(label),
    agentStarted: agent?.started ?? null,
    begunAt: null,
    warnings: [
      ...(warnings ?? []).map(({ step, errorCode, errorMessage }) => ({ step, errorCode, errorMessage })),
      ...(agent?.warnings ?? []).map((words) => ({ step: 'agent', errorCode: '', errorMessage: words })),
    ],
  };
}

function workEffect(data: unknown, requestedProjectId: string): Omit<Effect, 'answer'> {
  const named = typeof data === 'object' && data !== null && 'projectId' in data ? data.projectId : null;
  const isOfName = typeof named === 'string' && isNameOrSuffixed(named, requestedProjectId);
  return {
    projectId: isOfName ? named : requestedProjectId,
    label: null,
    agentStarted: null,
    begunAt: null,
    warnings: [],
  };
}
