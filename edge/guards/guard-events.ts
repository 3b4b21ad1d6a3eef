import {
  GUARD_EVENT,
  type GuardAct,
  type GuardActRecord,
  type GuardKind,
  type GuardRefusal,
  guardAct,
  PLAN_EVENT,
} from '../../shared/edge-api/guards.ts';
import { parse } from '../../shared/parse.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { EventStore } from '../events/store.ts';
import { type Failed, fail } from '../http/result.ts';

/** What a guard did, or the plan where `guard` is null. Credits, except `number`: the guard's own measure. */
export interface GuardReport {
  guard: GuardKind | null;
  did: GuardAct;
  number?: number | null;
  from?: number | null;
  to?: number | null;
  /** The cap found, which somebody else had set. */
  found?: number | null;
  /** Code of the failure. */
  reason?: string | null;
}

export type ReportGuard = (projectId: string | null, report: GuardReport) => void;

/** Stores what guards do as events of the edge, beside the service's. */
export function guardReporter(events: () => Pick<EventStore, 'keep'>, now: () => InstantMs): ReportGuard {
  return (projectId, report) => {
    const event = report.guard === null ? PLAN_EVENT : GUARD_EVENT;
    const at = now();
    const data = { projectId, ...report };
    events().keep({
      signer: 'account',
      id: `${event}:${crypto.randomUUID()}`,
      digest: null,
      event,
      projectId,
      at,
      source: 'edge',
      data,
      body: new TextEncoder().encode(JSON.stringify({ event, timestamp: new Date(at).toISOString(), data })),
    });
  };
}

/** A stored event as one line of what a guard did; null for one that this version does not know. */
export function actOf({ seq, at, facts }: KeptEvent): GuardActRecord | null {
  const { guard = null, did, number = null, from = null, to = null, found = null, reason = null } = facts;
  return parse(guardAct, { seq, at, guard, did, number, from, to, found, reason });
}

/** The response to a change that a guard, or the state of the project, does not allow. */
export const refused = (reason: GuardRefusal, message: string): Failed =>
  fail('EDGE_GUARD_REFUSED', message, { details: { reason } });
