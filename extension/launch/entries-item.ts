import { launchEntryForm, runnerEntryForm } from '../forms/forms.ts';
import { localItem } from '../storage/stored-item.ts';
import type { LaunchEntry, RunnerEntry } from './launch-entry.ts';
import { listOf } from './list-of.ts';

/** Launches, confirmed by whatever page; the background alone writes them. */
export const launchEntriesItem = localItem<RunnerEntry[]>('launches', []);

/** Launches as stored, without what this version cannot read. */
export async function readEntries(): Promise<LaunchEntry[]> {
  return parsedEntries(await launchEntriesItem.getValue());
}

/** The same as the background reads them. */
export async function readRunnerEntries(): Promise<RunnerEntry[]> {
  return listOf(runnerEntryForm, await launchEntriesItem.getValue());
}

export function parsedEntries(value: unknown): LaunchEntry[] {
  return listOf(launchEntryForm, value);
}
