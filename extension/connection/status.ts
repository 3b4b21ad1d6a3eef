import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import type { BuildFacts } from '../../shared/spending/blockers.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import type { EdgeHealth, StoredSnapshot } from '../storage/account.ts';
import type { StorageTrouble } from '../storage/session.ts';

/** A larger difference makes ages and signatures wrong. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** Without a response for this long, data counts as stale. */
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
  | { kind: 'stale' }
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
  const { error } = snapshot.snapshot.sections.account;
  if (error?.code === 'key-rejected' || error?.code === 'account-unconfirmed')
    return failing({ kind: error.code, since: error.since });
  if (error?.code === 'no-credits') return { kind: error.code, since: error.since };
  const broken = brokenSections(snapshot, now);
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
  if (health.lastOkAt !== null && now - health.lastOkAt > STALE_AFTER_MS) return { kind: 'stale' };
  if (broken.length > 0) return { kind: 'partly', sections: broken.map(([name]) => name) };
  return { kind: 'fine' };
}

const SERVICE_SILENT: ReadonlySet<string> = new Set(['timeout', 'unreachable']);
const SERVICE_DOWN: ReadonlySet<string> = new Set([
  ...SERVICE_SILENT,
  'service-failing',
  'unexpected-answer',
]);

/** Sections that must have been read recently to conclude that nothing needs the user. */
const CONCLUSIVE: readonly SectionName[] = ['account', 'atLimit', 'projects', 'deliveries'];

/**
 * Sections that fail, and required ones that are unread or too old. A section that this account can't have is not
 * broken.
 */
function brokenSections(stored: StoredSnapshot, now: InstantMs): [SectionName, string][] {
  return (Object.keys(stored.snapshot.sections) as SectionName[]).flatMap((name): [SectionName, string][] => {
    const { error, readAt } = stored.snapshot.sections[name];
    if (error) return error.code === 'not-available' ? [] : [[name, error.code]];
    const isOld = now - stored.skewMs - (readAt ?? 0) > STALE_AFTER_MS;
    return isOld && CONCLUSIVE.includes(name) ? [[name, 'old']] : [];
  });
}

function failing({ kind, since }: { kind: ApiErrorKind; since: InstantMs }): ConnectionStatus {
  return { kind: 'failing', cause: kind, since };
}

/**
 * Age of the data shown, by this browser's clock: that of its oldest part, except parts that the status reports as
 * unread. A response without changes counts. Null: nothing was read yet.
 */
export function readAtOf(known: ConnectionFacts, status: ConnectionStatus): InstantMs | null {
  const { snapshot: stored } = known;
  if (!stored) return known.health.lastOkAt;
  const partial = status.kind === 'partly' ? status.sections : [];
  const ages = CONCLUSIVE.filter((name) => !partial.includes(name)).flatMap((name) => {
    const { readAt, error } = stored.snapshot.sections[name];
    return readAt === null || error?.code === 'not-available' ? [] : [readAt + stored.skewMs];
  });
  return ages.length === 0 ? null : Math.min(known.health.lastOkAt ?? Infinity, ...ages);
}

/** Failures after which no request would reach the edge. */
const UNREACHABLE: ReadonlySet<ApiErrorKind> = new Set(['edge-unreachable', 'edge-timeout', 'not-an-edge']);

/** What a request meets while the edge is not reached, whichever of them the status names. */
const NO_EDGE: ReadonlySet<ApiErrorKind> = new Set([...UNREACHABLE, 'offline', 'edge-failing']);

/** Whether the status already says why a request failed, so that the view whose request it was need not. */
export function isSaidBy(status: ConnectionStatus, { kind }: { kind: ApiErrorKind }): boolean {
  switch (status.kind) {
    case 'failing':
      return status.cause === kind || (NO_EDGE.has(status.cause) && NO_EDGE.has(kind));
    case 'offline':
      return NO_EDGE.has(kind);
    case 'service-failing':
      return kind === status.kind;
    case 'not-paired':
      return kind === status.kind || kind === 'revoked';
    case 'fine':
    case 'loading':
    case 'no-credits':
    case 'clock-wrong':
    case 'stale':
    case 'storage-failing':
    case 'partly':
      return false;
  }
}

/** Failures of the way to the edge or of the edge itself, which the connection's own check then meets as well. */
export const isOfConnection = ({ kind }: { kind: ApiErrorKind }): boolean =>
  NO_EDGE.has(kind) || kind === 'revoked';

/** The connection problem as a cause why building does not work; null: none. */
export function linkOf(status: ConnectionStatus): BuildFacts['link'] {
  switch (status.kind) {
    case 'not-paired':
    case 'offline':
      return { kind: status.kind };
    case 'service-failing':
      return { kind: 'service-not-answering', since: status.since, isError: status.isError };
    case 'failing': {
      const { cause: kind, since } = status;
      if (kind === 'revoked') return { kind: 'not-paired' };
      if (kind === 'key-rejected' || kind === 'account-unconfirmed') return { kind, since };
      return UNREACHABLE.has(kind) ? { kind: 'edge-not-answering', since } : null;
    }
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
