import type { LaunchEntry } from './launch-entry.ts';
import { launchStatus } from './launch-status.ts';

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

function withoutFragment(address: string): string {
  return address.replace(/#.*$/, '');
}
