import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import { apiError, success } from '../../edge-client/api-error.ts';
import type { PaidKey } from '../../paid/driver.ts';
import type { Draft, SecretValues } from '../../storage/drafts.ts';
import type { LaunchEntry, LaunchRequest, RunnerEntry } from '../../storage/launches.ts';
import { type ConfirmedFor, isSameLedger } from '../../storage/pairing.ts';
import { serialQueue } from '../../storage/stored-item.ts';
import { FOR, recordFixture } from '../entry-fixture.ts';
import type { LaunchBody } from '../launch-body.ts';
import type { ConfirmationDeps } from '../launch-request.ts';
import type { RunnerDependencies } from './runner-dependencies.ts';

/** How the fake edge responds to a launch. */
export type EdgeMood =
  | 'launches'
  | 'launches-but-reply-lost'
  | 'unreachable'
  | 'refuses'
  | 'in-progress'
  | 'service-silent';

export interface World {
  /** The edge that this browser is paired with. */
  paired: ConfirmedFor | null;
  entries: LaunchEntry[];
  requests: Map<string, LaunchRequest>;
  drafts: Map<string, Draft>;
  /** In memory only: lost when the browser ends. */
  secrets: Map<string, SecretValues>;
  ledger: Map<string, LaunchRecord>;
  bodies: Map<string, string>;
  /** Projects created at the service. */
  projects: string[];
  /** Keys of launches of which the user is told that they were never made. */
  notSent: Set<string>;
  mood: EdgeMood;
  nowMs: number;
  /** Name of the browser's start. */
  start: string;
  steps: number;
  awake: boolean;
  /** Response to the next retry. */
  retryRefused: string | null;
  retried: string[];
  /** Paid calls in storage that can't be read. */
  unread: number;
}

export function newWorld(...drafts: Draft[]): World {
  return {
    paired: FOR,
    entries: [],
    requests: new Map(),
    drafts: new Map(drafts.map((draft) => [draft.id, draft])),
    secrets: new Map(),
    ledger: new Map(),
    bodies: new Map(),
    projects: [],
    notSent: new Set(),
    mood: 'launches',
    nowMs: Date.UTC(2026, 10, 21),
    start: 'start-1',
    steps: 0,
    awake: false,
    retryRefused: null,
    retried: [],
    unread: 0,
  };
}

/**
 * The runner's dependencies in a fake world. Stored values are copied, like in real storage.
 * @param endAfter steps after which this background ends: later ones fail, before or after they took effect
 */
export function depsOf(
  world: World,
  endAfter = Number.POSITIVE_INFINITY,
  effective = false,
): RunnerDependencies {
  let steps = 0;
  const step = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    steps += 1;
    world.steps += 1;
    if (steps > endAfter) {
      if (effective && steps === endAfter + 1) work();
      throw new Error('the background ended');
    }
    return structuredClone(work());
  };
  return {
    now: () => world.nowMs,
    browserStart: async () => world.start,
    newKey: () => crypto.randomUUID(),
    confirmingFor: () => step(() => world.paired),
    unreadCalls: () => step(() => world.unread),
    entries: {
      inTurn: serialQueue(),
      read: () => step(() => world.entries),
      write: (entries) =>
        step(() => {
          world.entries = stored(entries);
        }),
      reserve: (entries, key, request) =>
        step(() => {
          world.entries = stored(entries);
          world.requests.set(key, structuredClone(request));
        }),
    },
    requests: {
      read: (key) => step(() => world.requests.get(key) ?? null),
      remove: (key) => step(() => void world.requests.delete(key)),
    },
    drafts: { remove: (id) => step(() => void world.drafts.delete(id)) },
    secrets: {
      read: (owner) => step(() => world.secrets.get(owner) ?? {}),
      write: (owner, values) => step(() => void world.secrets.set(owner, { ...values })),
      remove: (owner) => step(() => void world.secrets.delete(owner)),
    },
    files: { read: () => step(() => ({})), remove: () => step(() => undefined) },
    edge: {
      launch: (paid, body) => step(() => elsewhere(world, paid) ?? launchAt(world, paid.key, body)),
      look: (paid) =>
        step(() => {
          const { key } = paid;
          const refused = elsewhere(world, paid);
          if (refused) return refused;
          if (world.mood === 'unreachable') return apiError('edge-unreachable');
          const record = world.ledger.get(key);
          return record ? success(record) : apiError('refused', 'EDGE_NOT_FOUND');
        }),
      abandon: ({ key }, { projectId }) =>
        step(() => {
          if (world.mood === 'unreachable') return apiError('edge-unreachable');
          const record = world.ledger.get(key) ?? abandonedFixture(key, projectId);
          world.ledger.set(key, record);
          return success(record);
        }),
      settle: ({ key }, { projectId = null }) =>
        step(() => {
          if (world.mood === 'unreachable') return apiError('edge-unreachable');
          const record = world.ledger.get(key);
          if (!record) return apiError('refused', 'EDGE_NOT_FOUND');
          const settled: LaunchRecord = {
            ...record,
            state: projectId === null ? 'absent' : 'launched',
            projectId,
            settledAt: world.nowMs,
            nextCheckAt: null,
          };
          world.ledger.set(key, settled);
          return success(settled);
        }),
      startAgent: (paid, projectId, request) =>
        step(() => {
          const { key } = paid;
          const refused = elsewhere(world, paid);
          if (refused) return refused;
          world.retried.push(`agent ${key} ${projectId} ${JSON.stringify(request)}`);
          return startAgentAt(world, key);
        }),
    },
    setAlarm: (needed) =>
      step(() => {
        world.awake = needed;
      }),
    onSettled: () => undefined,
    noteNotSent: ({ key }) => step(() => void world.notSent.add(key)),
  };
}

/** How a call for another ledger ends, before it reaches any edge. */
function elsewhere({ paired }: World, { confirmedFor }: PaidKey) {
  if (paired === null) return apiError('not-paired');
  return confirmedFor && isSameLedger(confirmedFor, paired) ? null : apiError('other-ledger');
}

/** The record of a key that the edge refuses from now on. */
const abandonedFixture = (key: string, requestedProjectId: string): LaunchRecord =>
  recordFixture({
    ...{ key, requestedProjectId, projectId: null, agentStarted: null, state: 'refused' },
    refusal: { code: 'EDGE_ABANDONED', message: '', httpStatus: 409, details: null },
  });

/** What a page reads when a form is confirmed. */
export function pageOf(world: World): ConfirmationDeps {
  return {
    drafts: { read: async (id) => world.drafts.get(id) ?? null },
    secrets: { read: async (owner) => world.secrets.get(owner) ?? {} },
    entries: { read: async () => structuredClone(world.entries) },
  };
}

/** The runner keeps drafts unchanged without parsing them. */
const stored = (entries: RunnerEntry[]) => structuredClone(entries) as LaunchEntry[];

/** The edge's guarantee: one project per key, whatever is repeated. */
function launchAt(world: World, key: string, body: LaunchBody) {
  if (world.mood === 'unreachable') return apiError('edge-unreachable');
  if (world.mood === 'refuses') return apiError('refused', 'INSUFFICIENT_CREDITS', 'Not enough credits');
  if (world.ledger.get(key)?.refusal?.code === 'EDGE_ABANDONED') return apiError('refused', 'EDGE_ABANDONED');
  const sent = JSON.stringify(body);
  if (world.bodies.has(key) && world.bodies.get(key) !== sent) return apiError('refused', 'EDGE_KEY_REUSED');
  world.bodies.set(key, sent);
  if (!world.ledger.has(key)) {
    world.projects.push(key);
    const silent = world.mood === 'service-silent' || world.mood === 'in-progress';
    world.ledger.set(
      key,
      recordFixture({
        key,
        ...(silent ? { state: 'unknown', settledAt: null, projectId: null, nextCheckAt: 7 } : {}),
      }),
    );
  }
  if (world.mood === 'launches-but-reply-lost') return apiError('edge-unreachable');
  if (world.mood === 'in-progress') return apiError('refused', 'EDGE_LAUNCH_IN_PROGRESS');
  if (world.mood === 'service-silent') return apiError('service-failing', 'EDGE_SERVICE_TIMEOUT');
  return success(world.ledger.get(key) ?? recordFixture({ key }));
}

/** A refusal is stored under its key, like in the edge's ledger. */
function startAgentAt(world: World, key: string) {
  if (world.mood === 'unreachable') return apiError('edge-unreachable');
  const code = world.retryRefused;
  const refusal = code === null ? null : { code, message: 'No', httpStatus: 402, details: null };
  const silent = world.mood === 'service-silent';
  const state = silent ? 'unknown' : refusal ? 'refused' : 'launched';
  world.ledger.set(key, recordFixture({ key, state, refusal }));
  if (world.mood === 'launches-but-reply-lost') return apiError('edge-unreachable');
  return refusal ? apiError('refused', refusal.code, 'No') : success(null);
}
