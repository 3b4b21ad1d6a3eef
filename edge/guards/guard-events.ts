import type { Category } from '../../shared/builder-api/limits.ts';
import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import {
  GUARD_EVENT,
  type GuardAct,
  type GuardKind,
  type GuardRefusal,
} from '../../shared/edge-api/guards.ts';
import type { KeepOwnEvent } from '../events/own-events.ts';
import type { AboutWork } from '../events/store.ts';
import { type Failed, fail } from '../http/result.ts';

/** What a guard did. Credits, except `number`: the guard's own measure. */
export interface GuardReport {
  guard: GuardKind;
  did: GuardAct;
  number?: number | null;
  from?: number | null;
  to?: number | null;
  /** The cap found, which somebody else had set. */
  found?: number | null;
  /** Code of the failure. */
  reason?: string | null;
  /** Name of the browser that did it by hand; absent where the guard acted by itself. */
  by?: string | null;
  /** The kind of the channel by whose link it was done. */
  link?: ChannelKind;
  /** Which cap it is about, where that is not the development cap. */
  category?: Category;
}

export type ReportGuard = (projectId: string | null, report: GuardReport, about?: AboutWork) => void;

/** Stores what guards do as events of the edge. @param stopped the run that a stop is about */
export const guardReporter =
  (keep: KeepOwnEvent, stopped: (projectId: string | null) => AboutWork = () => ({})): ReportGuard =>
  (projectId, report, about = report.did === 'run-stopped' ? stopped(projectId) : {}) =>
    keep(GUARD_EVENT, projectId, report, about);

/** The response to a change that a guard, or the state of the project, does not allow. */
export const refused = (reason: GuardRefusal, message: string): Failed =>
  fail('EDGE_GUARD_REFUSED', message, { details: { reason } });

/** Fewer consecutive failures are not reported, unless the key may not set caps. */
export const REPORTED_FAILURES = 3;
export const IS_FORBIDDEN: ReadonlySet<string> = new Set([
  'OWNER_ONLY',
  'API_KEY_SCOPE_FORBIDDEN',
  'forbidden',
]);
