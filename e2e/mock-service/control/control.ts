import { currentRun, finishRun, type RunPlan, startRun } from '../agent/run.ts';
import { type AppCall, appCall, releaseEmergencyStop } from '../app-calls/app-call.ts';
import { createDataControl } from '../data/control.ts';
import { ensureTable, tablesOf } from '../database/tables.ts';
import { type DeployPlan, finishDeployment, startDeployment } from '../deployments/deployment.ts';
import { type EventData, emitEvent } from '../events/emit.ts';
import type { EventName } from '../events/event.ts';
import { sampleData } from '../events/samples.ts';
import type { FaultKind } from '../faults/fault.ts';
import { Refusal } from '../http/refusal.ts';
import { capOf, tellReachedCaps } from '../limits/credit-limits.ts';
import { consume } from '../limits/feature-use.ts';
import type { Feature } from '../limits/features.ts';
import { fallAsleep, setPaused } from '../projects/lifecycle.ts';
import { addProject, type NewProject } from '../projects/new-project.ts';
import { enqueueForProject } from '../webhooks/dispatch.ts';
import type { SenderFaultKind } from '../webhooks/sender-fault.ts';
import type { Subscription } from '../webhooks/subscription.ts';
import { type Account, type ApiKey, FREE_PLAN, PRO_PLAN } from '../world/account.ts';
import type { Counters } from '../world/counters.ts';
import type { Project, Row, RunOutcome, SpendingCategory } from '../world/project.ts';
import { usageOf } from '../world/usage.ts';
import type { Durations, Group, Outcomes, World } from '../world/world.ts';

/** What a test or a demo may do to the service behind its back; the same over HTTP under `/__control`. */
export function createControl(world: () => World, reset: () => void) {
  function project(projectId: string): Project {
    const found = world().projects.get(projectId);
    if (found === undefined) throw new Error(`There is no project ${projectId}`);
    return found;
  }

  return {
    ...createDataControl(world),
    /** Everything as it was at the start; counters at zero, nothing scheduled. */
    reset,
    counters: (): Counters => structuredClone(world().counters),
    emails: () => structuredClone(world().emails),
    now: () => world().clock.now(),
    advance: (ms: number) => world().clock.advance(ms),
    settled: () => world().clock.settled(),

    setAccount(changes: Partial<Omit<Account, 'plan'>> & { plan?: Partial<Account['plan']> }): void {
      const { plan, ...rest } = changes;
      const { account } = world();
      Object.assign(account, rest, { plan: { ...account.plan, ...plan } });
    },
    setPlan(plan: 'pro' | 'free'): void {
      world().account.plan = plan === 'pro' ? PRO_PLAN : FREE_PLAN;
    },
    addKey(key: ApiKey): void {
      world().keys.set(key.key, key);
    },
    addGroup(group: Group): void {
      world().groups.set(group.groupId, group);
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
    removeProject(projectId: string): void {
      world().projects.delete(projectId);
    },
    /** Sets fields of a project's record as they stand in `world/project.ts`. */
    setProject(projectId: string, changes: Partial<Project>): void {
      Object.assign(project(projectId), changes);
    },
    /** Sets this month's spending; a cap that is reached by it is told. */
    setUsage(projectId: string, usage: Partial<Record<SpendingCategory, number>>): void {
      Object.assign(usageOf(project(projectId), world().clock.now()), usage);
      tellReachedCaps(world(), project(projectId));
    },
    /** Moves the project's spending to its cap (one of 100 is set if there is none) and tells it. */
    crossCap(projectId: string, category: SpendingCategory = 'development'): void {
      const found = project(projectId);
      const field =
        category === 'development' ? 'maxDevelopmentCreditsPerMonth' : 'maxInfrastructureCreditsPerMonth';
      const cap = capOf(found, category) ?? 100;
      found.creditLimits[field] = cap;
      usageOf(found, world().clock.now())[category] = cap;
      tellReachedCaps(world(), found);
      const run = category === 'development' ? currentRun(found) : undefined;
      if (run) finishRun(world(), found, run, 'limit-reached');
    },

    startRun(projectId: string, prompt = 'Add a page', plan: RunPlan = {}): void {
      startRun(world(), project(projectId), prompt, plan);
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
    /** What the next runs, deploys and launches come to. */
    setOutcomes(outcomes: Partial<Outcomes>): void {
      Object.assign(world().outcomes, outcomes);
    },

    /** One use of a feature by the published app, unchecked: budgets, spending and events follow. */
    useFeature(projectId: string, feature: Feature, used: { credits?: number; units?: number }): void {
      consume(world(), project(projectId), feature, used);
    },
    /** A built-in call of the published app as it would go; answers null or the code it is refused with. */
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

    /** Emits an event with this `data` as it stands; answers its id. */
    emit: (event: EventName, data: EventData, eventId?: string): string =>
      emitEvent(world(), event, data, eventId),
    /** Emits an event with plausible `data`, parts of it changed; answers its id. */
    emitSample: (event: EventName, projectId: string, changes: Record<string, unknown> = {}): string =>
      emitEvent(world(), event, { ...sampleData(world(), event, projectId), ...changes }),
    /** Sends one of the app's own integration events to the project's webhook address. */
    emitIntegration(projectId: string, event: string, data: Record<string, unknown> = {}): string {
      const eventId = `evt_${world().random.hex(24)}`;
      const at = world().clock.now();
      enqueueForProject(world(), project(projectId), { event, eventId, at, data: { projectId, ...data } });
      return eventId;
    },
    /** Somebody else's subscription, or one with a past; answers its id. */
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

    /** How long Get Project repeats its last answer. */
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
