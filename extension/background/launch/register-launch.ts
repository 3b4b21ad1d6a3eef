import { browser } from 'wxt/browser';
import { currentTab } from '../../capture/ask-tab.ts';
import type { EdgeDeps } from '../../edge-client/edge-client.ts';
import { type LaunchWays, waysItem } from '../../launch/launch-ways.ts';
import { type LaunchRunner, launchRunner } from '../../launch/runner/launch-runner.ts';
import { snapshotItem } from '../../storage/stored.ts';
import { openPopup } from '../../ui/deep-link.ts';
import { browserRunnerDeps, LAUNCH_ALARM } from './browser-runner-deps.ts';
import { applyMenu, placeOfMenu } from './launch-menu.ts';
import { openPanel } from './open-launch.ts';
import { prepareDraft } from './prepare-draft.ts';

/** Names of the keyboard commands in the manifest. */
export const LAUNCH_COMMANDS = { popup: 'launch', panel: 'launch-panel' } as const;

/**
 * Launching, in the background: the context menu, the keyboard, and going on with what was under way. Registers every
 * listener at once; call it before the first await.
 * @param onLaunched a project was made
 * @returns what its commands are handled by
 */
export function registerLaunch(edge: EdgeDeps, onLaunched: () => void): LaunchRunner {
  const runner = launchRunner(browserRunnerDeps(edge, onLaunched));
  listenToMenu();
  listenToKeyboard();
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === LAUNCH_ALARM) void runner.resume();
  });
  browser.runtime.onInstalled.addListener(() => void waysItem.getValue().then(applyMenu));
  waysItem.watch((ways) => void applyMenu(ways));
  snapshotItem.watch((stored) => {
    if (stored)
      void runner.learn(stored.snapshot.launches, stored.snapshot.sections.projects.data?.items ?? []);
  });
  void runner.resume();
  return runner;
}

function listenToMenu(): void {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const place = placeOfMenu(info.menuItemId);
    if (place === null || !tab) return;
    const inPanel = place === 'panel' && openPanel(tab.windowId);
    const told = info.selectionText
      ? { text: info.selectionText, url: info.frameUrl ?? tab.url ?? info.pageUrl ?? '' }
      : null;
    void prepareDraft(tab, told, Date.now()).then(() => (inPanel ? undefined : void openPopup()));
  });
}

function listenToKeyboard(): void {
  // The side panel opens only in the turn of the key, before storage can be asked: what is set is known beforehand.
  let allowed = true;
  const follow = (ways: LaunchWays) => {
    allowed = ways.shortcut;
  };
  void waysItem.getValue().then(follow);
  waysItem.watch(follow);
  browser.commands?.onCommand.addListener((command, tab) => {
    if (command === LAUNCH_COMMANDS.panel) {
      if (!allowed) return;
      openPanel(tab?.windowId);
      void currentOr(tab).then((target) => prepareDraft(target, null, Date.now()));
    } else if (command === LAUNCH_COMMANDS.popup) void launchByKey(tab);
  });
}

async function launchByKey(tab: Parameters<typeof prepareDraft>[0] | undefined): Promise<void> {
  const ways = await waysItem.getValue();
  if (!ways.shortcut) return;
  await prepareDraft(await currentOr(tab), null, Date.now());
  await openPopup();
}

/** Firefox tells the tab of a command only in newer versions. */
async function currentOr(tab: Parameters<typeof prepareDraft>[0] | undefined) {
  return tab ?? currentTab();
}
