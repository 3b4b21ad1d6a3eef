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
  const broken = brokenSections(stored);
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

/** Sections that fail now; one that this account cannot have is not broken. */
function brokenSections(stored: Known): [SectionName, string][] {
  const sections = stored.snapshot?.snapshot.sections;
  if (!sections) return [];
  return (Object.keys(sections) as SectionName[]).flatMap((name) => {
    const { error } = sections[name];
    return error && error.code !== 'not-available' ? [[name, error.code] as [SectionName, string]] : [];
  });
}

function failing(failure: { kind: FailureKind; since: InstantMs }): Standing {
  return { is: 'failing', kind: failure.kind, since: failure.since };
}

/**
 * When that was read which is shown, by this browser's clock: an edge that answers may have nothing new to tell.
 * Null: nothing was read yet.
 */
export function readAtOf({ health, snapshot }: Known, standing: Standing): InstantMs | null {
  if (standing.is === 'fine' || !snapshot) return health.lastOkAt;
  const { readAt } = snapshot.snapshot.sections.account;
  return readAt === null ? null : Math.min(health.lastOkAt ?? Infinity, readAt + snapshot.skewMs);
}
