import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import type { BuildFacts } from '../../shared/spending/blockers.ts';
import { saysNoCredits } from '../../shared/spending/no-credits.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import type { StoredSnapshot } from '../storage/account.ts';
import type { EdgeHealth } from '../storage/account-schema.ts';
import type { StorageTrouble } from '../storage/session.ts';

/** A larger difference makes ages and signatures wrong. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** Without a response of the edge for this long, its data is old: the only such limit of this browser. */
const STALE_AFTER_MS = 5 * MINUTE_MS;

/** Status of the connection between this browser, the edge and the service. Only `fine` may look quiet. */
export type ConnectionStatus =
  | { kind: 'fine' }
  | { kind: 'not-paired' }
  | { kind: 'loading' }
  | { kind: 'offline' }
  | { kind: 'failing'; cause: ApiErrorKind; since: InstantMs }
  /** `isError`: it answers, but with an error. */
  | { kind: 'service-failing'; since: InstantMs; isError: boolean }
  /** The service refuses reads to an account without credits (service reference, Errors). */
  | { kind: 'no-credits'; since: InstantMs }
  | { kind: 'clock-wrong'; skewMs: number }
  /** Data from the edge can't be stored, so what is shown is old. */
  | { kind: 'storage-failing'; since: InstantMs }
  /** `since`: the edge's last response. Nothing failed: the computer slept, or the browser lost its alarm. */
  | { kind: 'stale'; since: InstantMs }
  | { kind: 'partly'; sections: SectionName[] };

/** Facts that determine the status. */
export type ConnectionFacts = {
  connection: object | null;
  health: EdgeHealth;
  snapshot: StoredSnapshot | null;
  storageTrouble?: StorageTrouble | null;
};

/** Whether changes arrive as they happen: a wrong clock holds none up. */
export const isLive = ({ kind }: ConnectionStatus): boolean => kind === 'fine' || kind === 'clock-wrong';

/** The most serious problem first. @param now this browser's clock */
export function connectionStatus(stored: ConnectionFacts, online: boolean, now: InstantMs): ConnectionStatus {
  const { health, snapshot } = stored;
  if (!stored.connection) return { kind: 'not-paired' };
  if (health.failure?.kind === 'revoked') return failing(health.failure);
  if (stored.storageTrouble) return { kind: 'storage-failing', since: stored.storageTrouble.since };
  if (!online || health.failure?.kind === 'offline') return { kind: 'offline' };
  if (health.failure) return failing(health.failure);
  // Until the first refresh is complete, missed events are still being read.
  if (!snapshot || health.lastOkAt === null) return { kind: 'loading' };
  // What follows is from that response. A clock that was set back makes it one of the future.
  if (Math.abs(now - health.lastOkAt) > STALE_AFTER_MS) return { kind: 'stale', since: health.lastOkAt };
  const { error } = snapshot.snapshot.sections.account;
  if (error?.code === 'key-rejected' || error?.code === 'account-unconfirmed')
    return failing({ kind: error.code, since: error.since });
  if (error?.code === 'no-credits') return { kind: error.code, since: error.since };
  const broken = brokenSections(snapshot);
  const unanswered = broken.filter(([, code]) => SERVICE_DOWN.has(code));
  if (unanswered.length >= 3 || (error && SERVICE_DOWN.has(error.code))) {
    const codes = unanswered.map(([, code]) => code);
    return {
      kind: 'service-failing',
      since: error?.since ?? snapshot.snapshot.at,
      isError: codes.some((code) => !SERVICE_SILENT.has(code)),
    };
  }
  if (Math.abs(snapshot.skewMs) > CLOCK_TOLERANCE_MS) return { kind: 'clock-wrong', skewMs: snapshot.skewMs };
  if (broken.length > 0) return { kind: 'partly', sections: broken.map(([name]) => name) };
  return { kind: 'fine' };
}

const SERVICE_SILENT: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const SERVICE_DOWN: ReadonlySet<string> = new Set([
  ...SERVICE_SILENT,
  'service-failing',
  'unexpected-answer',
]);

/** Sections that must have been read to conclude that nothing needs the user. */
const CONCLUSIVE: readonly SectionName[] = ['account', 'atLimit', 'projects', 'deliveries'];

/**
 * Sections that fail, and required ones that are unread or, as the edge says, were due and not read. A
 * section that this account can't have is not broken.
 */
function brokenSections({ snapshot }: StoredSnapshot): [SectionName, string][] {
  return (Object.keys(snapshot.sections) as SectionName[]).flatMap((name): [SectionName, string][] => {
    const { error, readAt, isOverdue } = snapshot.sections[name];
    if (error) return error.code === 'not-available' ? [] : [[name, error.code]];
    return (readAt === null || isOverdue) && CONCLUSIVE.includes(name) ? [[name, 'overdue']] : [];
  });
}

function failing({ kind, since }: { kind: ApiErrorKind; since: InstantMs }): ConnectionStatus {
  return { kind: 'failing', cause: kind, since };
}

/**
 * The time of what is shown, by this browser's clock: the edge's last response, or the last reading of the
 * balance where that response says that it is not current. Null: nothing was read yet.
 */
export function asOf({ health, snapshot }: ConnectionFacts): InstantMs | null {
  const { error, isOverdue, readAt } = snapshot?.snapshot.sections.account ?? {};
  const isOld = (error != null && error.code !== 'not-available') || isOverdue === true;
  return isOld && readAt != null ? readAt + (snapshot?.skewMs ?? 0) : health.lastOkAt;
}

/** Failures after which no request would reach the edge. */
const UNREACHABLE: ReadonlySet<ApiErrorKind> = new Set(['edge-unreachable', 'edge-timeout', 'not-an-edge']);

/** What a request meets while the edge is not reached, whichever of them the status names. */
const NO_EDGE: ReadonlySet<ApiErrorKind> = new Set([...UNREACHABLE, 'offline', 'edge-failing']);

/** Whether the status already says why a request failed, so that the view whose request it was need not. */
export function isSaidBy(
  status: ConnectionStatus,
  { kind, code = null }: { kind: ApiErrorKind; code?: string | null },
): boolean {
  switch (status.kind) {
    case 'failing':
      return status.cause === kind || (NO_EDGE.has(status.cause) && NO_EDGE.has(kind));
    case 'offline':
      return NO_EDGE.has(kind);
    case 'service-failing':
      return kind === status.kind;
    case 'no-credits':
      return saysNoCredits(code);
    case 'not-paired':
      return kind === status.kind || kind === 'revoked';
    case 'fine':
    case 'loading':
    case 'clock-wrong':
    case 'stale':
    case 'storage-failing':
    case 'partly':
      return false;
  }
}

/** Failures of the edge or of the way to it, which the connection's own check then meets as well. */
export const isOfConnection = ({ kind }: { kind: ApiErrorKind }): boolean =>
  NO_EDGE.has(kind) || kind === 'revoked';

/** The connection problem that prevents building: every failure on the way to the service; null: none. */
export function linkOf(status: ConnectionStatus): BuildFacts['link'] {
  switch (status.kind) {
    case 'not-paired':
    case 'offline':
      return { kind: status.kind };
    case 'service-failing':
      return { kind: 'service-not-answering', since: status.since, isError: status.isError };
    case 'failing':
      return linkOfFailure(status.cause, status.since);
    case 'fine':
    case 'loading':
    case 'no-credits':
    case 'clock-wrong':
    case 'stale':
    case 'storage-failing':
    case 'partly':
      return null;
  }
}

function linkOfFailure(kind: ApiErrorKind, since: InstantMs): BuildFacts['link'] {
  switch (kind) {
    case 'not-paired':
    case 'revoked':
      return { kind: 'not-paired' };
    case 'offline':
      return { kind };
    case 'key-rejected':
    case 'account-unconfirmed':
      return { kind, since };
    case 'service-failing':
      return { kind: 'service-not-answering', since, isError: true };
    case 'bad-address':
    case 'edge-unreachable':
    case 'edge-timeout':
    case 'not-an-edge':
      return { kind: 'edge-not-answering', since, isError: false };
    case 'code-invalid':
    case 'edge-failing':
    case 'edge-not-configured':
    case 'other-ledger':
    case 'rate-limited':
    case 'refused':
    case 'role':
    case 'storage-full':
    case 'too-many-tries':
      return { kind: 'edge-not-answering', since, isError: true };
  }
}

/** Since when, by its clock, this browser knows nothing new although no request fails; null: otherwise. */
export const unheardSince = (status: ConnectionStatus): InstantMs | null =>
  status.kind === 'stale' || status.kind === 'storage-failing' ? status.since : null;
