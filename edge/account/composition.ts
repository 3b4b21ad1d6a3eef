import type { AccountEvents, Listeners } from '../object/emitter.ts';
import { AT_SERVICE, Capabilities, HOUSEKEEPING_EVERY_MS, type Readings } from './capabilities.ts';

/**
 * Listeners of rows of work and of the checks of published sites. They run first: later ones read what they
 * keep. They are added before the other capabilities are made, since the ledger emits while it is made.
 */
const heardFirst = ({ work, sites }: Readings): Listeners => ({
  'paid-call': [(key) => work.onCall(key)],
  'run-stopped': [(projectId) => work.onStopped(projectId)],
  'project-deleted': [(projectId) => work.onDeleted(projectId), (projectId) => sites.onDeleted(projectId)],
  'work-changed': [(projectId) => sites.onWork(projectId)],
  'event-kept': [(event) => sites.onEvent(event)],
});

type OnKept = (...told: AccountEvents['event-kept']) => void;

/** Events signed by a project's own app are shown as such and have no effect on the account. */
const ofAccount =
  (listener: OnKept): OnKept =>
  (event, data) => {
    if (event.signer !== 'project' && event.source !== 'edge') listener(event, data);
  };

/** Who hears of what after those, in this order. */
function heardOf(has: Capabilities): Listeners {
  const { alerts, attention, context, eventStore, guards, imports, launches, linkCalls, outlooks } = has;
  const { poller, projects, runCosts, sections, settings, snapshots, sockets, webhooks, work } = has;
  return {
    'event-kept': [
      () => context.emitter.emit('changed'),
      ofAccount((event, data) => work.onEvent(event, data)),
      ofAccount((event) => sections.onKeptEvent(event)),
      ofAccount((event) => eventStore.onEnd(event, (id) => sections.projectStates([id]), work)),
      ofAccount(() => poller.onEvent()),
      ofAccount((event) => guards.onEvent(event)),
      ofAccount((event, data) => context.waitUntil(launches.onKeptEvent(event, data))),
      // After those, which keep what the event says in the same step.
      () => attention.onEvent(),
      ({ projectId }) => projects.onChanged(projectId),
    ],
    'work-read': [(states) => eventStore.fillEndings(states, work), () => webhooks.onWorkRead()],
    'work-changed': [
      (projectId) => attention.onWork(projectId),
      (projectId) => runCosts.settle(projectId),
      (projectId) => {
        const over = work.runsOf(projectId).findLast((run) => run.over !== null);
        if (over !== undefined) outlooks.onRunOver(projectId, over.id);
      },
      // A guard may read it before the poller does.
      (projectId, isRead) => {
        for (const state of isRead ? sections.projectStates([projectId]) : [])
          eventStore.fill(state, work.of(projectId));
      },
      () => snapshots.invalidate(),
      (projectId) => projects.onChanged(projectId),
    ],
    changed: [
      () => snapshots.invalidate(),
      () => attention.onChanged(),
      () => linkCalls.onChanged(),
      () => sockets.announce(),
      () => alerts.onChanged(),
    ],
    aged: [() => snapshots.invalidate(), () => attention.onChanged()],
    announced: [() => alerts.onAnnounced()],
    polled: [() => guards.onPolled(), () => outlooks.onPolled(), () => webhooks.onPolled()],
    'view-opened': [() => poller.onViewOpened()],
    'run-stopped': [(projectId) => sections.onRunStopped(projectId)],
    'cap-changed': [
      (projectId) => sections.markStale(['atLimit'], projectId),
      (projectId) => projects.onChanged(projectId),
    ],
    'own-cap-changed': [
      (projectId) => outlooks.onCapChanged(projectId),
      (...changed) => guards.onOwnCap(...changed),
    ],
    'project-hook-set': [(projectId, url) => webhooks.projectPointedTo(projectId, url)],
    'project-deleted': [(projectId) => guards.onDeleted(projectId)],
    'device-signed-out': [(deviceId) => sockets.closeDevice(deviceId)],
    'device-removed': [(deviceId) => imports.onDeviceRemoved(deviceId)],
    'setting-changed': [(...changed) => settings.onChanged(...changed)],
    'account-known': [
      () => sections.markAllStale(),
      () => {
        for (const name of AT_SERVICE) context.jobs.schedule(name, context.now());
      },
    ],
  };
}

/** Makes the capabilities of the account, and has each hear what it is to hear. */
export function compose(ctx: DurableObjectState, env: Cloudflare.Env): Capabilities {
  const has = new Capabilities(ctx, env, heardFirst);
  const { emitter, jobs, now } = has.context;
  emitter.listen(heardOf(has));
  if (jobs.dueAt('housekeeping') === null) jobs.schedule('housekeeping', now() + HOUSEKEEPING_EVERY_MS);
  return has;
}
