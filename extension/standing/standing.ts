import { type InstantMs, MINUTE_MS } from '../../shared/durations.ts';
import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import { CLOCK_TOLERANCE_MS } from '../connection/clock-tolerance.ts';
import type { FailureKind } from '../edge-client/failure.ts';
import type { EdgeHealth, StoredSnapshot } from '../snapshot-store/stored.ts';

/** Without an answer for this long, what is shown is called old. */
const STALE_AFTER_MS = 5 * MINUTE_MS;

/** How things stand between this browser, the edge and the service. `fine` alone may look calm. */
export type Standing =
  | { is: 'fine' }
  | { is: 'not-paired' }
  | { is: 'loading' }
  | { is: 'offline' }
  | { is: 'failing'; kind: FailureKind; since: InstantMs }
  | { is: 'service-failing'; since: InstantMs }
  /** The service answers no reads to an account without credits (service reference, Errors). */
  | { is: 'no-credits'; since: InstantMs }
  | { is: 'clock-wrong'; skewMs: number }
  | { is: 'stale' }
  | { is: 'partly'; sections: SectionName[] };

/** What tells how things stand. */
export type Known = { connection: object | null; health: EdgeHealth; snapshot: StoredSnapshot | null };

/** The worst thing that is true comes first. @param now this browser's clock */
export function standingOf(stored: Known, online: boolean, now: InstantMs): Standing {
  const { connection, health, snapshot } = stored;
  if (!connection) return { is: 'not-paired' };
  if (health.failure?.kind === 'revoked') return failing(health.failure);
  if (!online || health.failure?.kind === 'offline') return { is: 'offline' };
  if (health.failure) return failing(health.failure);
  if (!snapshot) return { is: 'loading' };
  const { account } = snapshot.snapshot.sections;
  if (account.error?.code === 'key-rejected') {
    return { is: 'failing', kind: 'key-rejected', since: account.error.since };
  }
  if (account.error?.code === 'no-credits') return { is: 'no-credits', since: account.error.since };
  const broken = brokenSections(snapshot, now);
  const unanswered = broken.filter(([, code]) => SERVICE_DOWN.has(code));
  if (unanswered.length >= 3 || (account.error && SERVICE_DOWN.has(account.error.code))) {
    return { is: 'service-failing', since: account.error?.since ?? snapshot.snapshot.at };
  }
  if (Math.abs(snapshot.skewMs) > CLOCK_TOLERANCE_MS) return { is: 'clock-wrong', skewMs: snapshot.skewMs };
  if (health.lastOkAt !== null && now - health.lastOkAt > STALE_AFTER_MS) return { is: 'stale' };
  if (broken.length > 0) return { is: 'partly', sections: broken.map(([name]) => name) };
  return { is: 'fine' };
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
function brokenSections({ snapshot, skewMs }: StoredSnapshot, now: InstantMs): [SectionName, string][] {
  return (Object.keys(snapshot.sections) as SectionName[]).flatMap((name): [SectionName, string][] => {
    const { error, readAt } = snapshot.sections[name];
    if (error) return error.code === 'not-available' ? [] : [[name, error.code]];
    const isOld = now - skewMs - (readAt ?? 0) > STALE_AFTER_MS;
    return isOld && CONCLUSIVE.includes(name) ? [[name, 'old']] : [];
  });
}

function failing(failure: { kind: FailureKind; since: InstantMs }): Standing {
  return { is: 'failing', kind: failure.kind, since: failure.since };
}

/**
 * When that was read which is shown, by this browser's clock: its oldest part counts, but for those that the standing
 * names as not read. An edge that answers may have nothing new to tell. Null: nothing was read yet.
 */
export function readAtOf({ health, snapshot }: Known, standing: Standing): InstantMs | null {
  if (!snapshot) return health.lastOkAt;
  const told = standing.is === 'partly' ? standing.sections : [];
  const ages = CONCLUSIVE.filter((name) => !told.includes(name)).flatMap((name) => {
    const { readAt, error } = snapshot.snapshot.sections[name];
    return readAt === null || error?.code === 'not-available' ? [] : [readAt + snapshot.skewMs];
  });
  return ages.length === 0 ? null : Math.min(health.lastOkAt ?? Infinity, ...ages);
}
