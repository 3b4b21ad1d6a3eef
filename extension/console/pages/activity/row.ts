import type { ComponentChildren } from 'preact';
import type { JournalEntry } from '../../../../shared/journal/journal.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { isFound } from '../../../i18n/searchable.ts';
import { t } from '../../../i18n/t.ts';
import type { LaunchEntry } from '../../../storage/launches.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { naming } from '../../../ui/page-state.ts';
import type { Place } from '../../parts/places.ts';

/** What the edge can't know: a paid call or a launch of this browser that has not reached its ledger. */
export type UnsentEntry = { id: string; at: number; isWrong: boolean } & (
  | { kind: 'unsent'; call: StoredPaidCall }
  | { kind: 'unsent-launch'; launch: LaunchEntry }
);

/** One activity entry. */
export type ActivityEntry = JournalEntry | UnsentEntry;
export type OfKind<K extends ActivityEntry['kind']> = Extract<ActivityEntry, { kind: K }>;

/** What stands below an entry that is open, by name; an empty value is left out. */
export type BodyRow = [label: string, value: ComponentChildren];

/** What is said of an entry: in its line, by its search, and in a file. `sign`: what the line begins with. */
export interface Row {
  /** What opens it from the address of the list; the first of them stands in its own. */
  ids: [string, ...string[]];
  sign: GlyphName;
  /** Null: of none, or of several. */
  projectId: string | null;
  title: string;
  facts: readonly (string | null)[];
  /** The facts without times that are relative to now, where there are any. */
  exactly?: readonly string[];
  /** Where in the console it is seen. */
  place: Place | null;
  /** The name of the service's event. */
  hint?: string | undefined;
  /** What it took, at the end of the line; `credits` null: not known. */
  numbers?: { lastedMs?: number | null; duration?: string; cost: string; credits: number | null };
  /** What is to be done about it, also while it is folded. */
  acts?: ComponentChildren;
  /** What is opened below it: what is known of it by name, or what else it is. */
  body: readonly BodyRow[] | (() => ComponentChildren);
  /** What it is found by, beside what its line shows. */
  names?: () => readonly (string | null | undefined)[];
  /** What it is, as the filter has it, and what identifies it; none where it is several. */
  record?: readonly [kind: string, id: string];
  /** As far as it is kept. */
  prompt?: string;
}

/** So many projects are named, or one less and how many more there are. */
const NAMED_MAX = 4;

/** Names an entry's projects, each once; those searched for come first, to show why it is found. */
export function whoseWords(projectIds: readonly (string | null)[], search: string): string {
  const names = [...new Set(projectIds)].flatMap((id) => (id === null ? [] : [naming.value.project(id)]));
  const rank = (name: string) => (search.trim() !== '' && isFound(name, search) ? 0 : 1);
  const sorted = names.toSorted((one, other) => rank(one) - rank(other));
  if (sorted.length <= NAMED_MAX) return sorted.join(', ');
  return t('count.namesAndMore', {
    names: sorted.slice(0, NAMED_MAX - 1).join(', '),
    count: formatNumber(sorted.length - NAMED_MAX + 1),
  });
}
