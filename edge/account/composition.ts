import { unreadSection } from '../../shared/snapshot/section.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { Alerts } from '../alerts/alerts.ts';
import { poster } from '../alerts/post.ts';
import { Attention, type Known } from '../attention/attention.ts';
import { BudgetNeeds } from '../attention/budget-needs.ts';
import { Balance } from '../balance/balance.ts';
import { type OnRead, parsedCalls, ServiceClient } from '../builder-api/client.ts';
import { RetryAllowance } from '../builder-api/response.ts';
import { Caps } from '../caps/caps.ts';
import { configuration } from '../configuration.ts';
import { AppFileList } from '../data-api/app-files.ts';
import { DataClient } from '../data-api/client.ts';
import { DataCalls } from '../data-api/data-calls.ts';
import { DataGateway } from '../data-api/gateway.ts';
import { DataKeys } from '../data-api/keys.ts';
import { WriteModes } from '../data-api/write-mode.ts';
import { Devices } from '../devices/devices.ts';
import { Pairing } from '../devices/pairing.ts';
import { kvEventLog } from '../events/outbox.ts';
import { ownEvents } from '../events/own-events.ts';
import { EventStore } from '../events/store.ts';
import { Outlooks } from '../forecasts/outlooks.ts';
import { Gateway } from '../gateway/gateway.ts';
import { SettingCalls } from '../gateway/setting-calls.ts';
import { guardReporter } from '../guards/guard-events.ts';
import { Guards } from '../guards/guards.ts';
import { logFailedJob } from '../http/log.ts';
import { Imports } from '../imports/imports.ts';
import { linkName } from '../links/actor.ts';
import type { AccountContext } from '../object/context.ts';
import { openDatabase } from '../object/database.ts';
import { Emitter } from '../object/emitter.ts';
import { type Job, type JobName, Jobs } from '../object/jobs.ts';
import { Launches } from '../paid-calls/launches.ts';
import { readLedgerIdentity } from '../paid-calls/ledger.ts';
import { PaidCalls } from '../paid-calls/paid-calls.ts';
import { RunCosts } from '../paid-calls/run-costs.ts';
import { Projects } from '../projects/projects.ts';
import { Sections } from '../sections/sections.ts';
import { Sites } from '../sites/sites.ts';
import { serviceWebhooks } from '../webhooks/subscriptions/webhook-service.ts';
import { Webhooks } from '../webhooks/webhooks.ts';
import { Chains } from '../work/chains.ts';
import { Work } from '../work/work.ts';
import { KeyAccount } from './key-account.ts';
import { composeLinks, type LinkNeighbors } from './link-parts.ts';
import { Poller } from './poller.ts';
import { FORM } from './schemas.ts';
import { settingChanges } from './setting-changes.ts';
import { type Own, Snapshots } from './snapshots.ts';
import { type AnnouncementsSource, Sockets } from './sockets.ts';

/** Jobs that act at the service. They rest while it is not known whose account the key opens. */
const AT_THE_SERVICE = ['settle-launches', 'sweep', 'guards', 'guarded-runs', 'outlooks', 'sites'] as const;
const HOUSEKEEPING_EVERY_MS = DAY_MS;
/** Latest events of a project among which the one is that says whether its app sleeps. */
const EVENTS_OF_APP = 50;

function onlyWhere(isKnown: () => boolean, handlers: Record<JobName, Job>): void {
  for (const name of AT_THE_SERVICE) {
    const run = handlers[name];
    handlers[name] = (at) => (isKnown() ? run(at) : null);
  }
}

const labelIn = (sections: Sections) => (projectId: string) =>
  sections.served().projects.data?.items.find((one) => one.projectId === projectId)?.label ?? null;

/** Who hears of what browsers and guards have changed. */
function hearChanges(has: Capabilities): void {
  const { webhooks, poller, sockets, sections, outlooks, guards, alerts, linkCalls, projects } = has;
  const { emitter } = has.context;
  emitter.on('work-read', () => webhooks.onWorkRead());
  emitter.on('work-changed', () => has.snapshots.invalidate());
  emitter.on('view-opened', () => poller.onViewOpened());
  emitter.on('device-signed-out', (deviceId) => sockets.closeDevice(deviceId));
  emitter.on('changed', () => linkCalls.onChanged());
  emitter.on('run-stopped', (projectId) => sections.onRunStopped(projectId));
  emitter.on('cap-changed', (projectId) => sections.markStale(['atLimit'], projectId));
  emitter.on('cap-changed', (projectId) => projects.onChanged(projectId));
  emitter.on('own-cap-changed', (projectId) => outlooks.onCapChanged(projectId));
  emitter.on('own-cap-changed', (...changed) => guards.onOwnCap(...changed));
  emitter.on('project-hook-set', (projectId, url) => webhooks.projectPointedTo(projectId, url));
  emitter.on('project-deleted', (projectId) => guards.onDeleted(projectId));
  emitter.on('work-changed', (projectId) => projects.onChanged(projectId));
  emitter.on('event-kept', ({ projectId }) => projects.onChanged(projectId));
  for (const part of [guards, outlooks, webhooks]) emitter.on('polled', () => part.onPolled());
  emitter.on('changed', () => sockets.announce());
  emitter.on('announced', () => alerts.onAnnounced());
  emitter.on('changed', () => alerts.onChanged());
  const { jobs, now } = has.context;
  if (jobs.dueAt('housekeeping') === null) jobs.schedule('housekeeping', now() + HOUSEKEEPING_EVERY_MS);
}

export type Capabilities = ReturnType<typeof compose>;

function ownOf(
  deviceId: string,
  { devices, launches, attention }: { devices: Devices; launches: Launches; attention: Attention },
): Own {
  const limit = devices.dailyLimitOf(deviceId);
  const role = devices.roleOf(deviceId);
  const spend = (limit: number) => ({ limit, spent: launches.spentToday(deviceId), since: launches.today() });
  const information = attention.informationFor({ deviceId, role });
  return { role, dailySpend: limit === null ? null : spend(limit), information };
}

/**
 * Creates the object's database and one small class per capability. What a capability reads of another is passed to
 * it as a function; what it tells others goes through the emitter, so that none imports another.
 */
export function compose(ctx: DurableObjectState, env: Cloudflare.Env) {
  const settings = configuration(env);
  openDatabase(ctx.storage, FORM, settings.beginsAnewAt === FORM.number);
  const ledger = readLedgerIdentity(ctx.storage.sql);
  const now = () => Date.now();
  const handlers: Record<JobName, Job> = {
    alerts: () => alerts.run(),
    attention: () => attention.run(),
    'settle-launches': (at) => launches.settle(at),
    'deliver-outbox': () => eventStore.outbox.deliverAll(),
    'forget-answers': (at) => dataCalls.expireResponses(at),
    imports: () => imports.run(),
    guards: () => guards.run(),
    'guarded-runs': () => guards.readRuns(),
    outlooks: () => budgetNeeds.read().then(() => outlooks.run()),
    sites: () => sites.run(),
    sweep: () => webhooks.sweep(),
    look: (at) => poller.run(at),
    'key-account': () => keyAccount.run(),
    housekeeping: (at) => {
      const told = [attention, alerts, links, devices, work, balance, sites, webhooks];
      for (const part of [launches, dataCalls, imports, writeModes, ...told]) part.housekeeping(at);
      return at + (eventStore.prune(at) ? MINUTE_MS : HOUSEKEEPING_EVERY_MS);
    },
  };
  onlyWhere(() => keyAccount.isKnown(), handlers);
  const jobs = new Jobs(ctx.storage, handlers, now, logFailedJob);
  const emitter = new Emitter();
  const retries = new RetryAllowance();
  const onRead: OnRead = (...read) => {
    for (const part of [work, balance, attention, sections, projects]) part.onRead(...read);
  };
  const client = new ServiceClient(settings, { retries, bar: () => keyAccount.bar(), onRead });
  const context: AccountContext = {
    storage: ctx.storage,
    env,
    configuration: settings,
    now,
    jobs,
    client,
    waitUntil: (work) => ctx.waitUntil(work),
    emitter,
  };
  const call = parsedCalls(client);
  const eventLog = kvEventLog(env.EVENTS);
  const devices = new Devices(context, ledger);
  const pairing = new Pairing(context, devices, ledger);
  const work = new Work(context, (deviceId) => devices.nameOf(deviceId));
  work.listen();
  const sections = new Sections(context, work);
  const sites = new Sites(context, {
    call,
    workOf: (projectId) => work.of(projectId),
    eventsOf: (project, event) => eventStore.query.page({ project, event, limit: EVENTS_OF_APP }).events,
  });
  const chains = new Chains(work, (projectId) => sites.marksOf(projectId), now);
  const balance = new Balance(context, { work, served: () => sections.served() });
  const snapshots = new Snapshots(context, sections, {
    ledger: () => ledger,
    events: () => eventStore.query.section(),
    subscriptions: () => webhooks.section(),
    launches: () => launches.recent(),
    sites: () => sites.version(),
    channels: () => alerts.now(),
    guards: () => guards.now(),
    outlook: () => outlooks.now(),
    attention: () => attention.now(),
    isPolled: () => poller.isPossible && webhooks.isHearing(),
    own: (deviceId) => ownOf(deviceId, { devices, launches, attention }),
  });
  const eventStore = new EventStore(
    context,
    eventLog,
    (arrival) => guards.noteOf(arrival),
    (projectId) => guards.runBudgetOf(projectId),
  );
  const webhooks = new Webhooks(context, {
    service: serviceWebhooks(call),
    events: eventStore,
    log: eventLog,
    call: call,
    endedSince: (at) => work.endedSince(at),
    isViewed: () => sockets.isViewed(),
  });
  const gateway = new Gateway(context, sections);
  const settingCalls = new SettingCalls(context, call, {
    optIn: () => sections.served().prices.data?.optIn ?? null,
    nameOf: labelIn(sections),
  });
  const announced: AnnouncementsSource = {
    last: () => attention.lastAnnouncement(),
    since: (id, ...page) => attention.since({ deviceId: id, role: devices.roleOf(id) }, ...page),
  };
  const sockets = new Sockets(ctx, context, announced, (deviceId) => snapshots.version(deviceId));
  const poller = new Poller(context, {
    sections,
    sockets,
    isNeeded: () => devices.isAny() || guards.isWatching() || alerts.isAny(),
    isGuarded: () => guards.isWatching(),
    isHearing: () => webhooks.isHearing(),
  });
  const runCosts = new RunCosts(context, {
    usual: () => sections.served().history.data?.runCredits ?? null,
    runsOf: (projectId) => work.runsOf(projectId),
  });
  const launches = new Launches(
    context,
    ledger,
    {
      read: (needed) => sections.prices(needed),
      engineOf: (projectId) => sections.engineOf(projectId),
    },
    runCosts,
  );
  const dataClient = new DataClient(settings);
  const dataKeys = new DataKeys(context, dataClient);
  const data = new DataGateway(dataClient, dataKeys);
  const dataCalls = new DataCalls(context, ledger, data, (deviceId) => launches.spentToday(deviceId));
  const appFiles = new AppFileList(context, {
    appOf: (projectId) => dataKeys.appOf(projectId),
    nameOf: (deviceId) => devices.nameOf(deviceId),
  });
  const writeModes = new WriteModes(context);
  const keepOwnEvent = ownEvents(() => eventStore, now);
  const caps: Caps = new Caps(context, {
    callService: call,
    keepEvent: keepOwnEvent,
    ownCap: (...of) => guards.ownersCap(...of),
    refusalOf: (who) => devices.refusalOf(who),
  });
  const guards: Guards = new Guards(context, {
    callService: call,
    caps,
    report: guardReporter(keepOwnEvent, (projectId) => work.stopped(projectId)),
    paidCall: (key) => launches.get(key),
    runsOf: (projectId) => work.runsOf(projectId),
    projects: (only) => sections.projectStates(only),
    isPolled: () => poller.isPossible,
    canEdit: () => sections.canEdit(),
    spentToday: (deviceId) => launches.spentToday(deviceId),
    nameOf: (deviceId) => devices.nameOf(deviceId),
    events: (query) => eventStore.query.page(query).events,
  });
  const projects: Projects = new Projects(context, { call, sections, work, guards });
  const outlooks: Outlooks = new Outlooks(context, {
    call,
    projectIds: () => (sections.served().projects.data?.items ?? []).map(({ projectId }) => projectId),
    ownCap: (...of) => guards.ownCap(...of),
    credits: () => sections.balance(),
  });
  const budgetNeeds = new BudgetNeeds(context, { call, projects: () => attention.projectsAtBudget() });
  const keyAccount: KeyAccount = new KeyAccount(context, {
    read: parsedCalls(new ServiceClient(settings, { retries })),
    ledgerId: ledger.ledgerId,
    projects: () => sections.projectStates(),
    isUsed: () => sections.followed() !== null || launches.unknownCalls().length > 0,
  });
  const imports = new Imports(context, {
    callData: (...call) => data.request(...call),
    appOf: (projectId) => dataKeys.appOf(projectId),
    nameOf: (deviceId) => devices.nameOf(deviceId),
    files: appFiles,
  });
  const attention: Attention = new Attention(context, {
    known: () => {
      const served = sections.followed();
      if (served === null) return null;
      return {
        at: now(),
        ledger,
        sections: { ...served, events: unreadSection, subscriptions: webhooks.section() },
        launches: launches.recent(),
        channels: alerts.now(),
        guards: guards.now(),
        outlook: outlooks.now(),
        chains: chains.all(),
        sites: sites.findings(),
        tellBelow: balance.tellBelow(),
      } satisfies Known;
    },
    eventsAfter: (seq, limit) => eventStore.query.after(seq, limit),
    noteNeed: (event, need) => eventStore.noteNeed(event, need),
    nameOf: (deviceId) => linkName(deviceId) ?? devices.nameOf(deviceId),
    work,
  });
  const { links, linkCalls } = composeLinks(context, call, (): LinkNeighbors => has);
  const alerts: Alerts = new Alerts(
    context,
    {
      keptAfter: (number, limit) => attention.keptAfter(number, limit),
      lastAnnouncement: () => attention.lastAnnouncement(),
      fateOf: (announced) => attention.fateOf(announced),
      nameOf: (deviceId) => devices.nameOf(deviceId),
      links,
    },
    poster(now),
  );
  for (const read of ['changed', 'aged'] as const) emitter.on(read, () => snapshots.invalidate());
  for (const on of ['changed', 'aged'] as const) emitter.on(on, () => attention.onChanged());
  emitter.on('work-changed', (projectId) => attention.onWork(projectId));
  emitter.on('event-kept', (event, data) => {
    emitter.emit('changed');
    // Events signed by a project's own app are shown as such and have no effect on the account.
    if (event.signer === 'project' || event.source === 'edge') return;
    work.onEvent(event, data);
    sections.onKeptEvent(event);
    eventStore.onEnd(event, (projectId) => sections.projectStates([projectId]), work);
    poller.onEvent();
    guards.onEvent(event);
    context.waitUntil(launches.onKeptEvent(event, data));
  });
  // After the others, which keep what the event says in the same step.
  emitter.on('event-kept', () => attention.onEvent());
  emitter.on('work-read', (projects) => eventStore.fillEndings(projects, work));
  emitter.on('work-changed', (projectId, isRead) => {
    runCosts.settle(projectId);
    const over = work.runsOf(projectId).findLast((run) => run.over !== null);
    if (over !== undefined) outlooks.onRunOver(projectId, over.id);
    if (!isRead) return;
    // A guard may read it before the poller does.
    for (const state of sections.projectStates([projectId])) eventStore.fill(state, work.of(projectId));
  });
  emitter.on('account-known', () => {
    sections.markAllStale();
    for (const name of AT_THE_SERVICE) jobs.schedule(name, now());
  });
  const changes = settingChanges({ emitter, devices, attention, work, keepEvent: keepOwnEvent, now });
  const has = {
    ...changes,
    caps,
    context,
    ledger,
    keyAccount,
    alerts,
    links,
    linkCalls,
    balance,
    sites,
    chains,
    attention,
    devices,
    pairing,
    sections,
    snapshots,
    webhooks,
    gateway,
    settingCalls,
    history: eventStore.query,
    sockets,
    launches,
    data,
    dataKeys,
    dataCalls,
    appFiles,
    imports,
    writeModes,
    guards,
    outlooks,
    ...{ poller, projects, work, paidCalls: new PaidCalls(launches, dataCalls) },
  };
  hearChanges(has);
  return has;
}
