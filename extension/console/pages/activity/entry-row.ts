import { callRow, unsentLaunchRow, unsentRow } from './call-row.tsx';
import { actRow, eventRow } from './event-row.tsx';
import { importRow, needRow, refusedRow, toldRow } from './notice-row.tsx';
import type { ActivityEntry, OfKind, Row } from './row.ts';
import { workRow } from './work-row.tsx';

/** @param search what the list is searched for */
export const rowOf = (entry: ActivityEntry, search = ''): Row =>
  (ROWS[entry.kind] as (entry: ActivityEntry, search: string) => Row)(entry, search);

const ROWS: { [K in ActivityEntry['kind']]: (entry: OfKind<K>, search: string) => Row } = {
  work: workRow,
  call: callRow,
  event: eventRow,
  act: actRow,
  imported: importRow,
  told: toldRow,
  need: needRow,
  refused: refusedRow,
  unsent: unsentRow,
  'unsent-launch': unsentLaunchRow,
};

/** What an entry is found by: what its line shows, and the names in it. */
export function searchText(entry: ActivityEntry): string {
  const { title, facts, numbers, names = () => [] } = rowOf(entry);
  const text = [title, ...facts, numbers?.cost, ...names()].join(' ');
  // Large numbers are also found without what groups their digits.
  return `${text} ${text.replace(/(\d)[.,'’\s](?=\d{3})/g, '$1')}`;
}
