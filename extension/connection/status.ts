import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import type { BuildFacts } from '../../shared/spending/blockers.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import type { EdgeHealth, StoredSnapshot } from '../storage/account.ts';
import type { StorageTrouble } from '../storage/session.ts';

/** A clock that is further off makes ages and signatures wrong. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** Without an answer for this long, what is shown is called old. */
const STALE_AFTER_MS = 5 * MINUTE_MS;

/** How things stand between this browser, the edge and the service. `fine` alone may look calm. */
export type ConnectionStatus =
  | { kind: 'fine' }
  | { kind: 'not-paired' }
  | { kind: 'loading' }
  | { kind: 'offline' }
  | { kind: 'failing'; cause: ApiErrorKind; since: InstantMs }
  | { kind: 'service-failing'; since: InstantMs }
  /** The service answers no reads to an account without credits (service reference, Errors). */
  | { kind: 'no-credits'; since: InstantMs }
  | { kind: 'clock-wrong'; skewMs: number }
  /** What comes from the edge cannot be kept: what is shown is old. */
  | { kind: 'storage-failing'; since: InstantMs }
  | { kind: 'stale' }
  | { kind: 'partly'; sections: SectionName[] };

/** What tells how things stand. */
export type ConnectionFacts = {
  connection: object | null;
  health: EdgeHealth;
  snapshot: StoredSnapshot | null;
  storageTrouble?: StorageTrouble | null;
};

/** The worst thing that is true comes first. @param now this browser's clock */
export function connectionStatus(stored: ConnectionFacts, online: boolean, now: InstantMs): ConnectionStatus {
  const { health, snapshot } = stored;
  if (!stored.connection) return { kind: 'not-paired' };
  if (health.failure?.kind === 'revoked') return failing(health.failure);
  if (stored.storageTrouble) return { kind: 'storage-failing', since: stored.storageTrouble.since };
  if (!online || health.failure?.kind === 'offline') return { kind: 'offline' };
  if (health.failure) return failing(health.failure);
  // Until the first look is through, what was missed is still being read.
  if (!snapshot || health.lastOkAt === null) return { kind: 'loading' };
  const { error } = snapshot.snapshot.sections.account;
  if (error?.code === 'key-rejected') return failing({ kind: error.code, since: error.since });
  if (error?.code === 'no-credits') return { kind: error.code, since: error.since };
  const broken = brokenSections(snapshot, now);
  const unanswered = broken.filter(([, code]) => SERVICE_DOWN.has(code));
  if (unanswered.length >= 3 || (error && SERVICE_DOWN.has(error.code))) {
    return { kind: 'service-failing', since: error?.since ?? snapshot.snapshot.at };
  }
  if (Math.abs(snapshot.skewMs) > CLOCK_TOLERANCE_MS) return { kind: 'clock-wrong', skewMs: snapshot.skewMs };
  if (health.lastOkAt !== null && now - health.lastOkAt > STALE_AFTER_MS) return { kind: 'stale' };
  if (broken.length > 0) return { kind: 'partly', sections: broken.map(([name]) => name) };
  return { kind: 'fine' };
}

const SERVICE_DOWN: ReadonlySet<string> = new Set([
  'timeout',
  'unreachable',
  'service-failing',
  'unexpected-answer',
]);

/** What "nothing needs you" is concluded from: all of it was read, and lately. */
const CONCLUSIVE: readonly SectionName[] = ['account', 'atLimit', 'projects', 'deliveries'];

/**
 * Sections that fail now, and those that must be known and are not, or were read too long ago. One that this account
 * cannot have is not broken.
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
 * When that was read which is shown, by this browser's clock: its oldest part counts, but for those that the status
 * names as not read. An edge that answers may have nothing new to tell. Null: nothing was read yet.
 */
export function readAtOf(known: ConnectionFacts, status: ConnectionStatus): InstantMs | null {
  const { snapshot: stored } = known;
  if (!stored) return known.health.lastOkAt;
  const told = status.kind === 'partly' ? status.sections : [];
  const ages = CONCLUSIVE.filter((name) => !told.includes(name)).flatMap((name) => {
    const { readAt, error } = stored.snapshot.sections[name];
    return readAt === null || error?.code === 'not-available' ? [] : [readAt + stored.skewMs];
  });
  return ages.length === 0 ? null : Math.min(known.health.lastOkAt ?? Infinity, ...ages);
}

/** Failures after which nothing that is sent now would arrive at the edge. */
const UNREACHABLE: ReadonlySet<ApiErrorKind> = new Set(['edge-unreachable', 'edge-timeout', 'not-an-edge']);

/** What stands between this browser and the service, as a cause that building does not work; null: nothing does. */
export function linkOf(status: ConnectionStatus): BuildFacts['link'] {
  switch (status.kind) {
    case 'not-paired':
    case 'offline':
      return { kind: status.kind };
    case 'service-failing':
      return { kind: 'service-not-answering', since: status.since };
    case 'failing': {
      const { cause: kind, since } = status;
      if (kind === 'revoked') return { kind: 'not-paired' };
      if (kind === 'key-rejected') return { kind, since };
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
