import { localItem } from '../storage/stored-item.ts';

/** Ways to a launch, each of which can be switched off, and where the menu and the keyboard open it. */
export type LaunchWays = {
  popup: boolean;
  menu: boolean;
  shortcut: boolean;
  /** `panel`: the side panel (Firefox: the sidebar), which stays while the user clicks around. */
  place: 'popup' | 'panel';
};
export const DEFAULT_WAYS: LaunchWays = { popup: true, menu: true, shortcut: true, place: 'popup' };

export const waysItem = localItem<LaunchWays>('launch-ways', DEFAULT_WAYS);
