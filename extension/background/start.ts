import { browser } from 'wxt/browser';
import { LAUNCH_ALARM, REFRESH_ALARM, SEND_ALARM } from '../connection/alarms.ts';
import { success } from '../edge-client/api-error.ts';
import { launchRunner } from '../launch/runner/launch-runner.ts';
import type { MessageRequest } from '../messaging/contract.ts';
import { handleMessages } from '../messaging/server.ts';
import { listenToNotifications } from '../notifications/actions.ts';
import { snapshotItem } from '../storage/account.ts';
import { notSentItem } from '../storage/not-sent.ts';
import { confirmingFor, connectionItem } from '../storage/pairing.ts';
import { ledgerCalls } from './call-edge.ts';
import { edgeCommands } from './commands/edge.ts';
import { importCommands } from './commands/imports.ts';
import { pairingCommands } from './commands/pairing.ts';
import { projectCommands } from './commands/projects.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import { listenToImports } from './import-entry.ts';
import { listenToEntryPoints } from './launch/entry-points.ts';
import { browserRunnerDependencies } from './launch/runner-dependencies.ts';
import { followViews } from './live-socket.ts';
import { paidCalls } from './paid-calls.ts';
import { renewToken } from './renew-token.ts';
import { repairOncePerBuild, repairStored } from './repair-stored.ts';
import { createSync } from './sync.ts';

/**
 * Starts the background. Registers every listener before the first await, to miss no event that starts it.
 * @param refreshNow whether it refreshes on start
 */
export function startBackground(dependencies: BackgroundDependencies, refreshNow = true): void {
  // Restricts storage to our own pages, which Firefox does by itself.
  run(async () => browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }));
  const sync = createSync(dependencies);
  const lookAgain = () => run(() => sync.refresh({ fresh: true }));
  const runner = launchRunner(browserRunnerDependencies(dependencies, lookAgain));
  const paid = paidCalls(dependencies, lookAgain);
  /** What badge and pages read has the form of this build before anything is read of the edge. */
  const begin = (repair = repairOncePerBuild) =>
    run(async () => {
      await sync.inTurn(repair).catch(() => undefined);
      await sync.onStart();
    });
  const commands = {
    ...projectCommands(sync),
    ...pairingCommands(sync),
    ...edgeCommands(sync),
    ...importCommands(sync),
    confirmLaunch: async (confirmed: MessageRequest<'confirmLaunch'>) =>
      success(await runner.confirm(confirmed)),
    checkLaunch: async ({ key }: { key: string }) => success(await runner.check(key).then(() => null)),
    retryLaunchStep: async ({ key, step, request }: MessageRequest<'retryLaunchStep'>) =>
      success(await runner.retry(key, step, request).then(() => null)),
    startPaidCall: paid.start,
    takeBackPaidCall: async ({ key }: MessageRequest<'takeBackPaidCall'>) =>
      success((await runner.takeBack(key)) || (await paid.takeBack(key))),
    callPaidData: paid.callData,
    settlePaidCall: async ({ key, ...said }: MessageRequest<'settlePaidCall'>) => {
      const settled = (await runner.settleAs(key, said)) ?? (await paid.settleAs(key, said));
      if (settled) return settled;
      const confirmedFor = await confirmingFor();
      const result = await ledgerCalls(dependencies).settle({ key, confirmedFor }, said);
      lookAgain();
      return result.ok ? success(null) : result;
    },
    repairStored: async () => {
      await sync.inTurn(repairStored);
      await sync.render();
      return success(null);
    },
    dismissNotSent: async ({ key }: { key: string }) =>
      success(await notSentItem.remove(key).then(() => null)),
    dismissReceipt: async ({ key }: { key: string }) => {
      await runner.dismiss(key);
      await paid.dismiss(key);
      return success(null);
    },
  };
  handleMessages(commands);
  followViews((open) => run(() => sync.setViewed(open)));
  listenToNotifications(commands);
  listenToEntryPoints();
  listenToImports();
  snapshotItem.watch((stored) => {
    if (!stored) return;
    const { launches, sections } = stored.snapshot;
    run(() => runner.learn(launches, sections.projects.data?.items ?? []));
    run(paid.sendAfterRuns);
  });
  notSentItem.watch(() => run(sync.render));
  // Receipts of a ledger that this browser is paired with again have their outcome there.
  connectionItem.watch((connection) => {
    if (!connection) return;
    run(runner.resume);
    run(paid.resume);
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === REFRESH_ALARM)
      run(() =>
        sync
          .onAlarm()
          .finally(paid.resume)
          .finally(paid.sendAfterRuns)
          .finally(() => renewToken(sync)),
      );
    else if (name === LAUNCH_ALARM) run(runner.resume);
    else if (name === SEND_ALARM) run(paid.resume);
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // A build that is loaded again keeps its name.
    begin(reason === 'update' ? repairStored : undefined);
    if (reason === 'install') void openFirstPage();
  });
  browser.runtime.onStartup.addListener(() => begin());
  if (refreshNow) begin();
  run(runner.resume);
  run(paid.resume);
  run(paid.sendAfterRuns);
}

/** Failures are retried at the next alarm. */
function run(task: () => Promise<unknown>): void {
  task().catch(() => undefined);
}

/** After an installation, opens the first-steps page unless this browser is paired. */
async function openFirstPage(): Promise<void> {
  if ((await connectionItem.getValue()) !== null) return;
  await browser.tabs.create({ url: browser.runtime.getURL('/first.html') });
}
