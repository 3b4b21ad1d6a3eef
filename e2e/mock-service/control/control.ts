import { type BatchWish, isBatchActive, startBatch } from '../agent/batch.ts';
import { currentRun, finishRun, type RunPlan, startRun } from '../agent/run.ts';
import { type AppCall, appCall, releaseEmergencyStop } from '../app-calls/app-call.ts';
import { createDataControl } from '../data/control.ts';
import { ensureTable, tablesOf } from '../database/tables.ts';
import {
  type DeployPlan,
  finishDeployment,
  publishedDeployment,
  startDeployment,
} from '../deployments/deployment.ts';
import { startRebuild } from '../deployments/rebuild.ts';
import { connectDomain } from '../domain/operations.ts';
import { type EventData, emitEvent } from '../events/emit.ts';
import type { FaultKind } from '../faults/fault.ts';
import { Refusal } from '../http/refusal.ts';
import { capOf, notifyReachedCaps } from '../limits/credit-limits.ts';
import { consume } from '../limits/feature-use.ts';
import { OPERATIONS } from '../operations.ts';
import { fallAsleep, setPaused } from '../projects/lifecycle.ts';
import { type RecoveryPlan, startRecovery } from '../versions/recovery.ts';
import { enqueueForProject } from '../webhooks/dispatch.ts';
import type { SenderFaultKind } from '../webhooks/sender-fault.ts';
import type { Subscription } from '../webhooks/subscription.ts';
import { type Account, type ApiKey, PLANS, type PlanName } from '../world/account.ts';
import type { Assumptions } from '../world/assumptions.ts';
import type { Counters } from '../world/counters.ts';
import type { EventName } from '../world/event.ts';
import type { Feature } from '../world/features.ts';
import { addProject, type NewProject } from '../world/new-project.ts';
import type {
  CustomDomain,
  GithubConnection,
  ProductionLogRecord,
  Project,
  Row,
  RunOutcome,
  SpendingCategory,
} from '../world/project.ts';
import { usageOf } from '../world/usage.ts';
import { addVersion } from '../world/version.ts';
import type { Durations, Group, Outcomes, World } from '../world/world.ts';
import { sampleData } from './samples.ts';

/** Controls of the service for tests and demos; also over HTTP under `/__control`. */
export function createControl(world: () => World, reset: () => void) {
  function project(projectId: string): Project {
    const found = world().projects.get(projectId);
    if (found === undefined) throw new Error(`There is no project ${projectId}`);
    return found;
  }

  return {
    ...createDataControl(world),
    /** Resets everything; counters at zero, nothing scheduled. */
    reset,
    counters: (): Counters => structuredClone(world().counters),
    emails: () => structuredClone(world().emails),
    now: () => world().clock.now(),
    advance: (ms: number) => world().clock.advance(ms),
    settled: (patienceMs?: number) => world().clock.settled(patienceMs),
    /** What the clocks of receivers show now; from here on they go on as the real time does. */
    setReceiversClock(at: number): void {
      world().receiversAheadMs = at - Date.now();
    },

    setAccount(changes: Partial<Omit<Account, 'plan'>> & { plan?: Partial<Account['plan']> }): void {
      const { plan, ...rest } = changes;
      const { account } = world();
      Object.assign(account, rest, { plan: { ...account.plan, ...plan } });
    },
    setPlan(plan: PlanName): void {
      world().account.plan = PLANS[plan];
    },
    addKey(key: ApiKey): void {
      world().keys.set(key.key, key);
    },
    addGroup(group: Partial<Group> & Pick<Group, 'groupId'>): void {
      const at = world().clock.now();
      const usual = { name: group.groupId, description: '', createdAt: at, updatedAt: at };
      world().groups.set(group.groupId, { ...usual, own: true, full: false, ...group });
    },
    /** Behaviour where the reference leaves it open: the README's list of doubts. */
    assume(changes: Partial<Assumptions>): void {
      Object.assign(world().assumptions, changes);
    },
    /** Removes these operations from the account: they respond as unknown routes. */
    lack(...operations: string[]): void {
      const unknown = operations.find((name) => !OPERATIONS.some((operation) => operation.name === name));
      if (unknown !== undefined) throw new Error(`There is no operation ${unknown}`);
      for (const name of operations) world().lacking.add(name);
    },
    /** Gives it all operations again. */
    lackNothing(): void {
      world().lacking.clear();
    },
    /** Counts so many projects as created just now, for the plan's rates. */
    countCreations(count: number): void {
      const now = world().clock.now();
      world().recentCreations.push(...Array.from({ length: count }, () => now));
    },
    /** Project ids of other accounts; one that ends in `*` takes all that begin so. */
    takeNames(...names: string[]): void {
      world().takenNames.push(...names);
    },
    setLegacyHost(legacyHost: boolean): void {
      world().legacyHost = legacyHost;
    },
    connect(connectTo: Record<string, string>): void {
      Object.assign(world().connectTo, connectTo);
    },

    addProject: (wanted: NewProject): void => void addProject(world(), wanted),
    /** `count` projects named `<prefix>00001` and so on, each a minute older than the one after it. */
    addProjects(count: number, prefix = 'bulk-'): void {
      const now = world().clock.now();
      for (let index = 1; index <= count; index += 1) {
        const projectId = `${prefix}${String(index).padStart(5, '0')}`;
        addProject(world(), { projectId, createdAt: now - (count - index) * 60_000 });
      }
    },
    projectIds: (): string[] => [...world().projects.keys()],
    removeProject(projectId: string): void {
      world().projects.delete(projectId);
    },
    /** Sets fields of a project's record as they stand in `world/project.ts`. */
    setProject(projectId: string, changes: Partial<Project>): void {
      Object.assign(project(projectId), changes);
    },
    /** Sets this month's spending, and notifies of a reached cap. */
    setUsage(projectId: string, usage: Partial<Record<SpendingCategory, number>>): void {
      Object.assign(usageOf(project(projectId), world().clock.now()), usage);
      notifyReachedCaps(world(), project(projectId));
    },
    /** Moves the project's spending to its cap (sets one of 100 if there is none) and notifies. */
    crossCap(projectId: string, category: SpendingCategory = 'development'): void {
      const found = project(projectId);
      const field =
        category === 'development' ? 'maxDevelopmentCreditsPerMonth' : 'maxInfrastructureCreditsPerMonth';
      const cap = capOf(found, category) ?? 100;
      found.creditLimits[field] = cap;
      usageOf(found, world().clock.now())[category] = cap;
      notifyReachedCaps(world(), found);
      const run = category === 'development' ? currentRun(found) : undefined;
      if (run) finishRun(world(), found, run, 'limit-reached');
    },

    /** How a project stands, also where responses do not say: work oldest first, caps, this month's use. */
    workOf(projectId: string) {
      const found = project(projectId);
      const { runs, deployments, creditLimits } = found;
      return structuredClone({
        runs: runs.map(({ id, startedAt, outcome, charged, choice, batch }) => ({
          ...{ id, startedAt, outcome, charged, choice },
          batch: batch && { startedAt: batch.startedAt, status: batch.status },
        })),
        deployments: deployments.map(({ id, createdAt, status }) => ({ id, createdAt, status })),
        creditLimits,
        used: usageOf(found, world().clock.now()),
        isBatchActive: isBatchActive(found),
      });
    },
    startRun(projectId: string, prompt = 'Add a page', plan: RunPlan = {}): void {
      const found = project(projectId);
      if (currentRun(found) !== undefined) throw new Error(`${projectId} has a run under way`);
      startRun(world(), found, prompt, plan);
    },
    finishRun(projectId: string, outcome: Exclude<RunOutcome, 'running'> = 'done'): void {
      const found = project(projectId);
      const run = currentRun(found);
      if (run === undefined) throw new Error(`No run on ${projectId}`);
      finishRun(world(), found, run, outcome);
    },
    startDeployment(projectId: string, plan: DeployPlan = {}): void {
      startDeployment(world(), project(projectId), plan);
    },
    finishDeployment(projectId: string, outcome: 'success' | 'error' = 'success'): void {
      const found = project(projectId);
      const last = found.deployments.at(-1);
      if (last === undefined) throw new Error(`No deployment of ${projectId}`);
      finishDeployment(world(), found, last, outcome);
    },
    /** A batch of prompts, each a run of its own; with a goal, the service plans them. */
    startBatch(projectId: string, wish: BatchWish): void {
      startBatch(world(), project(projectId), wish);
    },
    /** Saves the current code as a new version; returns its id. */
    addVersion: (projectId: string, of: { prompt?: string; createdAt?: number } = {}): string =>
      addVersion(world(), project(projectId), of).id,
    /** Recovers a version, the latest unless another is named. */
    startRecovery(projectId: string, plan: RecoveryPlan & { versionId?: string } = {}): void {
      const { versions } = project(projectId);
      const version = versions.findLast(({ id }) => plan.versionId === undefined || id === plan.versionId);
      if (version === undefined) throw new Error(`No such version of ${projectId}`);
      startRecovery(world(), project(projectId), version, plan);
    },
    startRebuild(projectId: string, plan: Parameters<typeof startRebuild>[2] = {}): void {
      startRebuild(world(), project(projectId), plan);
    },
    /** Another project is being imported into this one, or could not be. */
    setImporting(projectId: string, errorMessage?: string): void {
      const startedAt = world().clock.now();
      project(projectId).import = { startedAt, ...(errorMessage !== undefined && { errorMessage }) };
    },
    /** Connects a repository, and says how its last pull went. */
    connectGithub(projectId: string, changes: Partial<GithubConnection> = {}): void {
      const usual = { tokenValid: true, tokenExpired: false, repositoryFullName: `studio/${projectId}` };
      const branches = { developBranch: 'develop', productionBranch: 'main' };
      project(projectId).github = { ...usual, ...branches, pull: null, ...changes };
    },
    /** Connects a domain to what is published, as Set Domain does. */
    connectDomain(projectId: string, hostname: string, changes: Partial<CustomDomain> = {}): void {
      const found = project(projectId);
      const deployment = publishedDeployment(found);
      if (deployment === undefined) throw new Error(`${projectId} is not published`);
      Object.assign(connectDomain(world(), found, deployment, hostname), changes);
    },
    /** Delays writes of this project. */
    holdWrites(projectId: string, ms: number): void {
      project(projectId).writesHeldUntil = world().clock.now() + ms;
    },
    addProductionLogs(projectId: string, records: ProductionLogRecord[]): void {
      project(projectId).productionLog.push(...records);
    },
    /** Outcomes of the next runs, deploys, recoveries, rebuilds and launches. */
    setOutcomes(outcomes: Partial<Outcomes>): void {
      Object.assign(world().outcomes, outcomes);
    },

    /** One use of a feature by the published app, unchecked: budgets, spending and events follow. */
    useFeature(projectId: string, feature: Feature, used: { credits?: number; units?: number }): void {
      consume(world(), project(projectId), feature, used);
    },
    /** A built-in call of the published app; returns null or the code of its refusal. */
    async appCall(projectId: string, call: AppCall): Promise<string | null> {
      try {
        await appCall(world(), project(projectId), call);
        return null;
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    },
    releaseEmergencyStop: (projectId: string): void => releaseEmergencyStop(world(), project(projectId)),
    setPaused: (projectId: string, paused: boolean): void => setPaused(world(), project(projectId), paused),
    fallAsleep: (projectId: string): void => fallAsleep(world(), project(projectId)),
    addRows(projectId: string, env: string, table: string, rows: Row[]): void {
      ensureTable(tablesOf(project(projectId), env), table).push(...rows);
    },

    /** Emits an event with this `data` as it stands; returns its id. */
    emit: (event: EventName, data: EventData, eventId?: string): string =>
      emitEvent(world(), event, data, eventId),
    /** Emits an event with plausible `data`, parts of it changed; returns its id. */
    emitSample: (event: EventName, projectId: string, changes: Record<string, unknown> = {}): string =>
      emitEvent(world(), event, { ...sampleData(world(), event, projectId), ...changes }),
    /** Sends an integration event of the app to the project's webhook address. */
    emitIntegration(projectId: string, event: string, data: Record<string, unknown> = {}): string {
      const eventId = `evt_${world().random.hex(24)}`;
      const at = world().clock.now();
      enqueueForProject(world(), project(projectId), { event, eventId, at, data: { projectId, ...data } });
      return eventId;
    },
    /** A subscription of another client, or an old one; returns its id. */
    addSubscription(wanted: { url: string; event: EventName } & Partial<Subscription>): string {
      const at = world().clock.now();
      const [secret, oldSecret] = [world().random.hex(64), world().random.hex(64)];
      const id = world().random.hex(24);
      const usual = {
        id,
        createdAt: at,
        updatedAt: at,
        secret: `whsec_${secret}`,
        oldSecret: `whsec_${oldSecret}`,
      };
      const subscription = { ...usual, ...wanted };
      world().subscriptions.set(subscription.id, subscription);
      return subscription.id;
    },

    /** How long Get Project repeats its last response. */
    setProjectCache(ms: number): void {
      world().projectCacheMs = ms;
    },
    setDurations(durations: Partial<Durations>): void {
      Object.assign(world().durations, durations);
    },
    addFault(fault: FaultKind & { operation: string; count?: number; skip?: number }): void {
      world().faults.push({ count: 1, ...fault });
    },
    clearFaults(): void {
      world().faults = [];
      world().senderFaults = [];
    },
    addSenderFault(fault: SenderFaultKind & { event?: string; count?: number }): void {
      world().senderFaults.push({ count: 1, ...fault });
    },
  };
}

export type Control = ReturnType<typeof createControl>;
