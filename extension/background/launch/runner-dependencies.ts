import { launchRecord } from '../../../shared/snapshot/launches.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { LAUNCH_ALARM, setAlarm } from '../../connection/alarms.ts';
import { type EdgeDependencies, serviceCall } from '../../edge-client/edge-client.ts';
import type { RunnerDependencies } from '../../launch/runner/runner-dependencies.ts';
import { attachmentStore, draftStore, secretStore } from '../../storage/drafts.ts';
import { requestStore, runnerStore } from '../../storage/launches.ts';
import { notSentItem } from '../../storage/not-sent.ts';
import { confirmingFor } from '../../storage/pairing.ts';
import { browserStart } from '../../storage/send-at.ts';
import { countUnreadCalls } from '../../storage/unread-calls.ts';
import { callEdge, callEdgeFor, ledgerCalls, paidHeaders } from '../call-edge.ts';

/** The edge itself waits up to 30 s for the service. */
const LAUNCH_TIMEOUT_MS = 45 * SECOND_MS;

/** The runner's dependencies in the browser. @param onSettled called when an outcome became known */
export function browserRunnerDependencies(edge: EdgeDependencies, onSettled: () => void): RunnerDependencies {
  return {
    now: () => Date.now(),
    browserStart,
    newKey: () => crypto.randomUUID(),
    confirmingFor,
    unreadCalls: countUnreadCalls,
    entries: runnerStore,
    requests: requestStore,
    drafts: draftStore,
    secrets: secretStore,
    files: attachmentStore,
    edge: {
      launch: ({ key, confirmedFor }, body, runBudget) =>
        callEdgeFor(
          edge,
          {
            method: 'POST',
            path: '/launches',
            headers: paidHeaders(key, runBudget),
            body,
            confirmedFor,
            timeoutMs: LAUNCH_TIMEOUT_MS,
          },
          launchRecord,
        ),
      ...ledgerCalls(edge),
      startAgent: ({ key, confirmedFor }, projectId, { run, runBudget }) =>
        callEdge(edge, {
          ...serviceCall(projectId, {
            method: 'POST',
            path: 'agent/start',
            headers: paidHeaders(key, runBudget),
            body: run,
            timeoutMs: LAUNCH_TIMEOUT_MS,
          }),
          confirmedFor,
        }),
    },
    setAlarm: (needed) => setAlarm(LAUNCH_ALARM, needed),
    onSettled,
    noteNotSent: notSentItem.put,
  };
}
