import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import { unreadSection } from '../../shared/snapshot/section.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { Alerts } from '../alerts/alerts.ts';
import { poster } from '../alerts/post.ts';
import { Attention, type Known } from '../attention/attention.ts';
import { BudgetNeeds } from '../attention/budget-needs.ts';
import { Balance } from '../balance/balance.ts';
import { type CallService, type OnRead, parsedCalls, ServiceClient } from '../builder-api/client.ts';
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
import type { LinkCalls } from '../links/link-calls.ts';
import type { Links } from '../links/links.ts';
import type { AccountContext } from '../object/context.ts';
import { openDatabase } from '../object/database.ts';
import { Emitter, type Listeners } from '../object/emitter.ts';
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
import { composeLinks } from './link-parts.ts';
import { Poller } from './poller.ts';
import { FORM } from './schemas.ts';
import { settingChanges } from './setting-changes.ts';
import { type Own, Snapshots } from './snapshots.ts';
import { Sockets } from './sockets.ts';

/** Jobs that act at the service. They rest while it is not known whose account the key opens. */
export const AT_SERVICE = [
  'settle-launches',
  'sweep',
  'guards',
  'guarded-runs',
  'outlooks',
  'sites',
] as const;
export const HOUSEKEEPING_EVERY_MS = DAY_MS;
/** Latest events of a project among which the one is that says whether its app sleeps. */
const EVENTS_OF_APP = 50;

/** What all capabilities are given. */
class Foundation {
  readonly ctx: DurableObjectState;
  readonly ledger: LedgerIdentity;
  readonly retries = new RetryAllowance();
  readonly context: AccountContext;
  readonly call: CallService;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    const settings = configuration(env);
    openDatabase(ctx.storage, FORM, settings.beginsAnewAt === FORM.number);
    this.ctx = ctx;
    this.ledger = readLedgerIdentity(ctx.storage.sql);
    const now = () => Date.now();
    const { all, retries } = this;
    const bar = () => all.keyAccount.bar();
    const onRead: OnRead = (...read) => {
      for (const part of [all.work, all.balance, all.attention, all.sections, all.projects])
        part.onRead(...read);
    };
    const client = new ServiceClient(settings, { retries, bar, onRead });
    this.context = {
      storage: ctx.storage,
      env,
      configuration: settings,
      now,
      jobs: new Jobs(ctx.storage, jobsOf(all), now, logFailedJob),
      client,
      waitUntil: (work) => ctx.waitUntil(work),
      emitter: new Emitter(),
    };
    this.call = parsedCalls(client);
  }

  /** With the capabilities that are made after this one: to be read once they are needed. */
  protected get all(): Capabilities {
    return this as unknown as Capabilities;
  }
}

function jobsOf(has: Capabilities): Record<JobName, Job> {
  const handlers: Record<JobName, Job> = {
    alerts: () => has.alerts.run(),
    attention: () => has.attention.run(),
    'settle-launches': (at) => has.launches.settle(at),
    'deliver-outbox': () => has.eventStore.outbox.deliverAll(),
    'forget-answers': (at) => has.dataCalls.expireResponses(at),
    imports: () => has.imports.run(),
    guards: () => has.guards.run(),
    'guarded-runs': () => has.guards.readRuns(),
    outlooks: () => has.budgetNeeds.read().then(() => has.outlooks.run()),
    sites: () => has.sites.run(),
    sweep: () => has.webhooks.sweep(),
    look: (at) => has.poller.run(at),
    'key-account': () => has.keyAccount.run(),
    housekeeping: (at) => {
      const { launches, dataCalls, imports, writeModes, work, balance, sites, webhooks } = has;
      const told = [has.attention, has.alerts, has.links, has.devices, work, balance, sites, webhooks];
      for (const part of [launches, dataCalls, imports, writeModes, ...told]) part.housekeeping(at);
      return at + (has.eventStore.prune(at) ? MINUTE_MS : HOUSEKEEPING_EVERY_MS);
    },
  };
  for (const name of AT_SERVICE) {
    const run = handlers[name];
    handlers[name] = (at) => (has.keyAccount.isKnown() ? run(at) : null);
  }
  return handlers;
}

/** Who is paired, what was read, and which work it is about. */
export class Readings extends Foundation {
  readonly devices: Devices = new Devices(this.context, this.ledger);
  readonly pairing: Pairing = new Pairing(this.context, this.devices, this.ledger);
  readonly work: Work = new Work(this.context, (deviceId) => this.devices.nameOf(deviceId));
  readonly sections: Sections = new Sections(this.context, this.work);
  readonly sites: Sites = new Sites(this.context, {
    call: this.call,
    workOf: (projectId) => this.work.of(projectId),
    eventsOf: (project, event) => this.all.history.page({ project, event, limit: EVENTS_OF_APP }).events,
  });
  readonly chains: Chains = new Chains(this.work, (id) => this.sites.marksOf(id), this.context.now);
  readonly balance: Balance = new Balance(this.context, {
    work: this.work,
    served: () => this.sections.served(),
  });

  /** @param heard by these before the others are made */
  constructor(ctx: DurableObjectState, env: Cloudflare.Env, heard: (readings: Readings) => Listeners) {
    super(ctx, env);
    this.context.emitter.listen(heard(this));
  }

  labelOf(projectId: string): string | null {
    const { data } = this.sections.served().projects;
    return data?.items.find((one) => one.projectId === projectId)?.label ?? null;
  }
}

/**
 * The object's database and one small class per capability, made in this order. A capability reads others by
 * functions passed to it and tells them through the emitter (`composition.ts`): none imports another.
 */
export class Capabilities extends Readings {
  readonly eventLog = kvEventLog(this.context.env.EVENTS);
  readonly snapshots: Snapshots = new Snapshots(this.context, this.sections, {
    ledger: () => this.ledger,
    events: () => this.eventStore.query.section(),
    subscriptions: () => this.webhooks.section(),
    launches: () => this.launches.recent(),
    sites: () => this.sites.version(),
    channels: () => this.alerts.now(),
    guards: () => this.guards.now(),
    outlook: () => this.outlooks.now(),
    attention: () => this.attention.now(),
    isPolled: () => this.poller.isPossible && this.webhooks.isHearing(),
    own: (deviceId) => this.#ownOf(deviceId),
  });
  readonly eventStore: EventStore = new EventStore(
    this.context,
    this.eventLog,
    (arrival) => this.guards.noteOf(arrival),
    (projectId) => this.guards.runBudgetOf(projectId),
  );
  readonly history = this.eventStore.query;
  readonly webhooks: Webhooks = new Webhooks(this.context, {
    service: serviceWebhooks(this.call),
    events: this.eventStore,
    log: this.eventLog,
    call: this.call,
    endedSince: (at) => this.work.endedSince(at),
    isViewed: () => this.sockets.isViewed(),
  });
  readonly gateway: Gateway = new Gateway(this.context, this.sections);
  readonly settingCalls: SettingCalls = new SettingCalls(this.context, this.call, {
    optIn: () => this.sections.served().prices.data?.optIn ?? null,
    nameOf: (projectId) => this.labelOf(projectId),
  });
  readonly sockets: Sockets = new Sockets(
    this.ctx,
    this.context,
    {
      last: () => this.attention.lastAnnouncement(),
      since: (id, ...page) => this.attention.since({ deviceId: id, role: this.devices.roleOf(id) }, ...page),
    },
    (deviceId) => this.snapshots.version(deviceId),
  );
  readonly poller: Poller = new Poller(this.context, {
    sections: this.sections,
    sockets: this.sockets,
    isNeeded: () => this.devices.isAny() || this.guards.isWatching() || this.alerts.isAny(),
    isGuarded: () => this.guards.isWatching(),
    isHearing: () => this.webhooks.isHearing(),
  });
  readonly runCosts: RunCosts = new RunCosts(this.context, {
    usual: () => this.sections.served().history.data?.runCredits ?? null,
    runsOf: (projectId) => this.work.runsOf(projectId),
  });
  readonly launches: Launches = new Launches(this.context, this.ledger, this.sections, this.runCosts);
  readonly dataClient: DataClient = new DataClient(this.context.configuration);
  readonly dataKeys: DataKeys = new DataKeys(this.context, this.dataClient);
  readonly data: DataGateway = new DataGateway(this.dataClient, this.dataKeys);
  readonly dataCalls: DataCalls = new DataCalls(this.context, this.ledger, this.data, (deviceId) =>
    this.launches.spentToday(deviceId),
  );
  readonly paidCalls = new PaidCalls(this.launches, this.dataCalls);
  readonly appFiles: AppFileList = new AppFileList(this.context, {
    appOf: (projectId) => this.dataKeys.appOf(projectId),
    nameOf: (deviceId) => this.devices.nameOf(deviceId),
  });
  readonly writeModes: WriteModes = new WriteModes(this.context);
  readonly keepOwnEvent = ownEvents(() => this.eventStore, this.context.now);
  readonly caps: Caps = new Caps(this.context, {
    callService: this.call,
    keepEvent: this.keepOwnEvent,
    ownCap: (...of) => this.guards.overrideRows.ownersCap(...of),
    refusalOf: (who) => this.devices.refusalOf(who),
  });
  readonly guards: Guards = new Guards(this.context, {
    callService: this.call,
    caps: this.caps,
    report: guardReporter(this.keepOwnEvent, (projectId) => this.work.stopped(projectId)),
    paidCall: (key) => this.launches.get(key),
    runsOf: (projectId) => this.work.runsOf(projectId),
    projects: (only) => this.sections.projectStates(only),
    isPolled: () => this.poller.isPossible,
    canEdit: () => this.sections.canEdit(),
    spentToday: (deviceId) => this.launches.spentToday(deviceId),
    nameOf: (deviceId) => this.devices.nameOf(deviceId),
    events: (query) => this.eventStore.query.page(query).events,
  });
  readonly projects: Projects = new Projects(this.context, this);
  readonly outlooks: Outlooks = new Outlooks(this.context, {
    call: this.call,
    projectIds: () => (this.sections.served().projects.data?.items ?? []).map(({ projectId }) => projectId),
    ownCap: (...of) => this.guards.overrideRows.ownCap(...of),
    credits: () => this.sections.balance(),
  });
  readonly budgetNeeds: BudgetNeeds = new BudgetNeeds(this.context, {
    call: this.call,
    projects: () => this.attention.projectsAtBudget(),
  });
  readonly keyAccount: KeyAccount = new KeyAccount(this.context, {
    read: parsedCalls(new ServiceClient(this.context.configuration, { retries: this.retries })),
    ledgerId: this.ledger.ledgerId,
    projects: () => this.sections.projectStates(),
    isUsed: () => this.sections.followed() !== null || this.launches.unknownCalls().length > 0,
  });
  readonly imports: Imports = new Imports(this.context, {
    callData: (...call) => this.data.request(...call),
    appOf: (projectId) => this.dataKeys.appOf(projectId),
    nameOf: (deviceId) => this.devices.nameOf(deviceId),
    files: this.appFiles,
  });
  readonly attention: Attention = new Attention(this.context, {
    known: () => {
      const served = this.sections.followed();
      if (served === null) return null;
      return {
        at: this.context.now(),
        ledger: this.ledger,
        sections: { ...served, events: unreadSection, subscriptions: this.webhooks.section() },
        launches: this.launches.recent(),
        channels: this.alerts.now(),
        guards: this.guards.now(),
        outlook: this.outlooks.now(),
        chains: this.chains.all(),
        sites: this.sites.findings(),
        tellBelow: this.balance.tellBelow(),
      } satisfies Known;
    },
    eventsAfter: (seq, limit) => this.eventStore.query.after(seq, limit),
    noteNeed: (event, need) => this.eventStore.noteNeed(event, need),
    nameOf: (deviceId) => linkName(deviceId) ?? this.devices.nameOf(deviceId),
    work: this.work,
  });
  readonly linkParts: ReturnType<typeof composeLinks> = composeLinks(this.context, this.call, () => this);
  readonly links: Links = this.linkParts.links;
  readonly linkCalls: LinkCalls = this.linkParts.linkCalls;
  readonly alerts: Alerts = new Alerts(
    this.context,
    {
      keptAfter: (number, limit) => this.attention.keptAfter(number, limit),
      lastAnnouncement: () => this.attention.lastAnnouncement(),
      fateOf: (announced) => this.attention.fateOf(announced),
      nameOf: (deviceId) => this.devices.nameOf(deviceId),
      links: this.links,
    },
    poster(this.context.now),
  );
  readonly settings = settingChanges(this);
  readonly tell = this.settings.tell;
  readonly noting = this.settings.noting;

  #ownOf(deviceId: string): Own {
    const limit = this.devices.dailyLimitOf(deviceId);
    const role = this.devices.roleOf(deviceId);
    const information = this.attention.informationFor({ deviceId, role });
    if (limit === null) return { role, dailySpend: null, information };
    const spent = this.launches.spentToday(deviceId);
    return { role, dailySpend: { limit, spent, since: this.launches.today() }, information };
  }
}
