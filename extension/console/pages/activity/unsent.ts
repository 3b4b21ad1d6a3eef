import { entryKindOf, type JournalEntry } from '../../../../shared/journal/journal.ts';
import { launchStatus } from '../../../launch/history.ts';
import type { LaunchEntry } from '../../../storage/launches.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import type { ActivityFilters } from '../../kit/activity-address.ts';
import type { UnsentEntry } from './row.ts';

/** What went wrong, or may have. */
const WRONG: ReadonlySet<string> = new Set(['open', 'refused', 'receipt', 'unknown']);

/**
 * Calls and launches of this browser that the edge's ledger does not have: not sent yet, refused before, or
 * of a ledger that was left.
 * @param listed what the edge has told
 */
export function unsentEntries(
  calls: readonly StoredPaidCall[],
  launches: readonly LaunchEntry[],
  listed: readonly JournalEntry[],
  { project, event, only }: ActivityFilters,
): UnsentEntry[] {
  const kind = entryKindOf(event);
  if (event !== '' && kind !== 'own' && kind !== 'refused') return [];
  const known = new Set(listed.flatMap(callsIn));
  const isAsked = ({ isWrong }: UnsentEntry) => only === '' || isWrong;
  const ofCalls = calls.flatMap((call): UnsentEntry[] => {
    const { key, state, record, about, confirmedAt, error } = call;
    if (record !== null || state === 'done' || state === 'absent' || known.has(key)) return [];
    if (project !== '' && about.projectId !== project) return [];
    if (kind === 'refused' && !error?.code?.startsWith('EDGE_')) return [];
    return [{ kind: 'unsent', id: `own ${key}`, at: confirmedAt, isWrong: WRONG.has(state), call }];
  });
  const ofLaunches = launches.flatMap((launch): UnsentEntry[] => {
    const { key, record, confirmedAt } = launch;
    if (record !== null || known.has(key) || project !== '' || kind === 'refused') return [];
    const isWrong = WRONG.has(launchStatus(launch).kind);
    return [{ kind: 'unsent-launch', id: `own ${key}`, at: confirmedAt, isWrong, launch }];
  });
  return [...ofCalls, ...ofLaunches].filter(isAsked);
}

/** Keys of the paid calls that an entry is, or tells of. */
function callsIn(entry: JournalEntry): string[] {
  switch (entry.kind) {
    case 'call':
      return [entry.record.key];
    case 'work':
      return entry.row.call === null ? [] : [entry.row.call];
    case 'event':
      return entry.event.call === undefined ? [] : [entry.event.call];
    default:
      return [];
  }
}
