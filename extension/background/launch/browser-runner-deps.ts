import { browser } from 'wxt/browser';
import { SECOND_MS } from '../../../shared/durations.ts';
import { launchRecord } from '../../../shared/edge-api/launches.ts';
import type { EdgeDeps } from '../../edge-client/edge-client.ts';
import { serviceCall } from '../../edge-client/service-call.ts';
import { attachmentStore } from '../../launch/attachment-store.ts';
import { draftItem } from '../../launch/draft-item.ts';
import { launchEntriesItem, readRunnerEntries } from '../../launch/entries-item.ts';
import { requestStore, reserveLaunch } from '../../launch/request-store.ts';
import type { RunnerDeps } from '../../launch/runner/runner-deps.ts';
import { secretStore } from '../../launch/secret-store.ts';
import { callEdge, callEdgeFor } from '../call-edge.ts';

export const LAUNCH_ALARM = 'launch';
/** The shortest period that both browsers keep. */
const WAKE_EVERY_MINUTES = 0.5;
/** The edge itself waits up to 30 s for the service. */
const LAUNCH_TIMEOUT_MS = 45 * SECOND_MS;

/** The runner's surroundings in the real browser. */
export function browserRunnerDeps(edge: EdgeDeps, onLaunched: () => void): RunnerDeps {
  return {
    now: () => Date.now(),
    newKey: () => crypto.randomUUID(),
    entries: {
      read: readRunnerEntries,
      write: (entries) => launchEntriesItem.setValue(entries),
      reserve: reserveLaunch,
    },
    requests: requestStore,
    drafts: { remove: (id) => draftItem(id).removeValue() },
    secrets: secretStore,
    files: attachmentStore,
    edge: {
      launch: (key, body) =>
        callEdgeFor(
          edge,
          {
            method: 'POST',
            path: '/launches',
            headers: { 'idempotency-key': key },
            body,
            timeoutMs: LAUNCH_TIMEOUT_MS,
          },
          launchRecord,
        ),
      look: (key) =>
        callEdgeFor(edge, { method: 'GET', path: `/launches/${encodeURIComponent(key)}` }, launchRecord),
      startAgent: (key, projectId, run) =>
        callEdge(
          edge,
          serviceCall(projectId, {
            method: 'POST',
            path: 'agent/start',
            headers: { 'idempotency-key': key },
            body: run,
            timeoutMs: LAUNCH_TIMEOUT_MS,
          }),
        ),
      setCaps: (projectId, caps) =>
        callEdge(edge, serviceCall(projectId, { method: 'PATCH', path: 'credit-limits', body: caps })),
    },
    async wakeLater(needed) {
      if (!needed) await browser.alarms.clear(LAUNCH_ALARM);
      else if (!(await browser.alarms.get(LAUNCH_ALARM))) {
        await browser.alarms.create(LAUNCH_ALARM, { periodInMinutes: WAKE_EVERY_MINUTES });
      }
    },
    onLaunched,
  };
}
