import { parseEach } from '../../shared/parse.ts';
import { localItem } from '../storage/stored-item.ts';
import { type LaunchEntry, launchEntry, type RunnerEntry, runnerEntry } from './launch-entry.ts';

/** Launches, confirmed by whatever page; the background alone writes them. */
export const launchEntriesItem = localItem<RunnerEntry[]>('launches', []);

/** Launches as stored, without what this version cannot read. */
export async function readEntries(): Promise<LaunchEntry[]> {
  return parsedEntries(await launchEntriesItem.getValue());
}

/** The same as the background reads them. */
export async function readRunnerEntries(): Promise<RunnerEntry[]> {
  return parseEach(runnerEntry, await launchEntriesItem.getValue());
}

export function parsedEntries(value: unknown): LaunchEntry[] {
  return parseEach(launchEntry, value);
}
