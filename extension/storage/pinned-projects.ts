import { localItem, serialQueue } from './stored-item.ts';

const PINNED_MAX = 50;

/** Ids of the pinned projects in the console's list, in the order of pinning. */
export const pinnedItem = localItem<unknown>('pinned-projects', []);

const inTurn = serialQueue();

/** What another version wrote and this one can't read is left out. */
export const parsePinned = (stored: unknown): string[] =>
  (Array.isArray(stored) ? stored : []).filter((one): one is string => typeof one === 'string');

/** Pins or unpins a project. @returns false when there is no space for another */
export function setPinned(projectId: string, isPinned: boolean): Promise<boolean> {
  return inTurn(async () => {
    const others = parsePinned(await pinnedItem.getValue()).filter((one) => one !== projectId);
    if (isPinned && others.length >= PINNED_MAX) return false;
    await pinnedItem.setValue(isPinned ? [...others, projectId] : others);
    return true;
  });
}
