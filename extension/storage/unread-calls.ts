import { browser } from 'wxt/browser';
import { launchesInTurn, launchesItem } from './launches.ts';
import { paidCallsInTurn, paidCallsItem } from './paid-calls.ts';
import { setTogether } from './stored-item.ts';

/**
 * Launches and other paid calls stored in a form which this version can't read. Any may be the one that is
 * confirmed next, so while there are some none is begun: they stay until the user lets go of them.
 */
const LISTS = [launchesItem, paidCallsItem] as const;

/** How many there are. */
export async function countUnreadCalls(): Promise<number> {
  const stored = await browser.storage.local.get(LISTS.map(({ key }) => key));
  return LISTS.reduce((sum, { key, unread }) => sum + unread(stored[key]).length, 0);
}

/** Deletes them, and nothing else. */
export const letGoOfUnreadCalls = (): Promise<void> =>
  launchesInTurn(() =>
    paidCallsInTurn(async () => {
      const [launches, calls] = await Promise.all([launchesItem.getValue(), paidCallsItem.getValue()]);
      const read = [launchesItem.as(launches), paidCallsItem.as(calls)];
      await setTogether(read.map(({ unread: _, ...entry }) => entry));
    }),
  );
