import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { browserDeps } from '../keeper/deps.ts';
import { createKeeper } from '../keeper/keeper.ts';
import { pairingCommands } from '../keeper/pairing-commands.ts';
import { projectCommands } from '../keeper/project-commands.ts';
import { registerLaunch } from '../launch/background/register-launch.ts';
import { answerMessages } from '../messaging/answer.ts';
import { commandAnswerers } from '../messaging/handle-commands.ts';
import { answerNotices } from '../notices/answer-notice.ts';
import { REFRESH_ALARM } from '../refresh/alarm.ts';

/** Wiring only. Every listener is registered before the first await, so that no wake is missed. */
export default defineBackground({
  main() {
    const keeper = createKeeper(browserDeps);
    const commands = { ...projectCommands(keeper), ...pairingCommands(keeper) };
    answerNotices(keeper, commands);
    const launching = registerLaunch(browserDeps, () => void keeper.refresh({ fresh: true }));
    answerMessages({ ...commandAnswerers(commands), ...launching });
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === REFRESH_ALARM) void keeper.tick();
    });
    browser.runtime.onInstalled.addListener(() => void keeper.wake());
    browser.runtime.onStartup.addListener(() => void keeper.wake());
    void keeper.wake();
  },
});
