import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type LaunchEntry, launchStore } from '../storage/launches.ts';

/** This browser's launches, newest first; empty until they are read. */
export function useLaunches(): readonly LaunchEntry[] {
  const launches = useSignal<readonly LaunchEntry[]>([]);
  useEffect(() => {
    const take = (entries: LaunchEntry[]) => {
      launches.value = entries;
    };
    void launchStore.read().then(take);
    return launchStore.watch(take);
  }, []);
  return launches.value;
}
