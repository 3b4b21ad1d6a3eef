import { localItem, serialQueue } from './stored-item.ts';

const PINNED_MAX = 50;

/** Ids of the projects that stand first in the console's list, in the order in which they were pinned. */
export const pinnedItem = localItem<unknown>('pinned-projects', []);

const inTurn = serialQueue();

/** What another version wrote and this one can't read is left out. */
export const parsePinned = (stored: unknown): string[] =>
  (Array.isArray(stored) ? stored : []).filter((one): one is string => typeof one === 'string');

/** Pins a project, or takes its pin away. @returns false when there is no room for another */
export function setPinned(projectId: string, isPinned: boolean): Promise<boolean> {
  return inTurn(async () => {
    const others = parsePinned(await pinnedItem.getValue()).filter((one) => one !== projectId);
    if (isPinned && others.length >= PINNED_MAX) return false;
    await pinnedItem.setValue(isPinned ? [...others, projectId] : others);
    return true;
  });
}
