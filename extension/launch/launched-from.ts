import type { Draft } from './draft.ts';
import type { LaunchEntry } from './launch-entry.ts';
import { type LaunchStatus, launchStatus } from './launch-status.ts';

/** The newest launch from the same page (its fragment aside) that made a project. */
export function launchedFrom(entries: readonly LaunchEntry[], address: string): LaunchEntry | null {
  const page = withoutFragment(address);
  return (
    entries.find(
      (entry) =>
        entry.draft.reference !== null &&
        withoutFragment(entry.draft.reference.url) === page &&
        launchStatus(entry).kind === 'launched',
    ) ?? null
  );
}

/** The newest launch of the same page and words that made a project, or still may; null when there is none. */
export function repeatedLaunch(entries: readonly LaunchEntry[], draft: Draft): LaunchEntry | null {
  const isSame = (entry: LaunchEntry) => entry.draft.id !== draft.id && whatOf(entry.draft) === whatOf(draft);
  return entries.find((entry) => isSame(entry) && STANDS.has(launchStatus(entry).kind)) ?? null;
}

const STANDS: ReadonlySet<LaunchStatus['kind']> = new Set(['launching', 'launched', 'unknown']);

/** What a draft asks for, however it is written. */
const whatOf = ({ words, reference }: Draft): string =>
  `${withoutFragment(reference?.url ?? '')}\n${words.toLowerCase().replace(/\s+/g, ' ').trim()}`;

function withoutFragment(address: string): string {
  return address.replace(/#.*$/, '');
}
