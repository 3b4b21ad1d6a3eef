import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { REFRESH_ALARM } from '../background/alarm.ts';
import { browserDeps } from '../background/deps.ts';
import { edgeCommands } from '../background/edge-commands.ts';
import { createKeeper } from '../background/keeper.ts';
import { registerLaunch } from '../background/launch/register-launch.ts';
import { launchCommands } from '../background/launch-commands.ts';
import { paidCalls } from '../background/paid-calls.ts';
import { pairingCommands } from '../background/pairing-commands.ts';
import { projectCommands } from '../background/project-commands.ts';
import { handleMessages } from '../messaging/server.ts';
import { answerNotices } from '../notifications/answer-notice.ts';

/** Wiring only. Every listener is registered before the first await, so that no wake is missed. */
export default defineBackground({
  main() {
    const keeper = createKeeper(browserDeps);
    const commands = { ...projectCommands(keeper), ...pairingCommands(keeper), ...edgeCommands(keeper) };
    answerNotices(keeper, commands);
    const runner = registerLaunch(browserDeps, () => void keeper.refresh({ fresh: true }));
    const paid = paidCalls(browserDeps, () => void keeper.refresh({ fresh: true }));
    handleMessages({ ...commands, ...launchCommands(runner), startPaidCall: paid.start });
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === REFRESH_ALARM) void keeper.tick().then(paid.resume);
    });
    browser.runtime.onInstalled.addListener(() => void keeper.wake());
    browser.runtime.onStartup.addListener(() => void keeper.wake());
    void keeper.wake().then(paid.resume);
  },
});
