import type { Project } from '../../mock-service/world/project.ts';
import { usageOf } from '../../mock-service/world/usage.ts';
import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import { drawingsAgree } from '../invariants/drawings.ts';
import { noSecretAnywhere, paidAtMostOnce, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import { type Confirmed, send } from '../launching.ts';
import type { World } from '../world.ts';
import { twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const PAUSE_MAX_MS = 5 * MINUTE_MS;
const EXISTING = ['clinic', 'blog'];
const LAUNCHED_CAP = 400;
/** What a correction can take away. */
const USED_BEFORE = 40;
/** Caps and what was used are rounded to cents, each by itself. */
const ROUNDING = 0.02;
/** The status may tell the run before for so long, at most. */
const STATUS_LAGS_MAX_MS = 90_000;
/** A lost response is in doubt for eleven minutes; a run takes forty, a raise waits an hour for one. */
const SETTLES_WITHIN_MS = 6 * 60 * MINUTE_MS;
const LOOK_EVERY_MS = 5 * MINUTE_MS;

type Cap = number | null;

/** What the owner's caps are, and what was written over them. */
interface Owners {
  /** As the owner last set it, by project. */
  readonly caps: Map<string, Cap>;
  /** Projects whose owner set a cap while calls may have been under way: an earlier one may overtake it. */
  readonly raced: Set<string>;
  /** The most that a raise may make of it, above the owner's. */
  raised: number;
  /** Of each prompt that was sent with a budget, that budget in credits. */
  readonly budgets: Map<string, number>;
  /** Projects whose usage was corrected: what their run had taken by then is not told apart from it. */
  readonly corrected: Set<string>;
  /** Whether the owner is setting a cap at this moment, which may end any budget. */
  isSetting: boolean;
}

/**
 * Prompts and launches with budgets and a few raises, each sent more than once by two browsers. Meanwhile
 * responses are lost, the service is late, the status tells the run before, events come late, twice or by the
 * sweep, the object restarts between any two steps, owners set caps elsewhere, and some accounts run out of
 * credits. No cap is lost, lowered for ever or above the owner's; a budget holds until its run ends.
 */
export function guards(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: seed % 2 === 0, kept }, async (world) => {
    const browsers = await twoBrowsers(world, EXISTING);
    const owners: Owners = {
      caps: new Map(),
      raced: new Set(),
      raised: 0,
      budgets: new Map(),
      corrected: new Set(),
      isSetting: false,
    };
    if (seed % 3 !== 0) world.service.world.assumptions.statusLagMs = world.random.below(STATUS_LAGS_MAX_MS);
    if (seed % 2 === 0) await world.until(browsers[0].request('/subscriptions/sync', { method: 'POST' }));
    for (const projectId of EXISTING) follow(world, owners, projectId);
    if (world.happens('a guard', 0.6)) await limitRuns(world, browsers[0]);
    world.beginFaults();
    const forms: Confirmed[] = [];
    const sending: Promise<void>[] = [];
    for (let at = 0; at < 1 + world.random.below(3); at++) {
      const form = confirm(world, at);
      forms.push(form);
      owners.budgets.set(form.prompt, Number(form.budget));
      for (let click = 0; click < 1 + world.random.below(2); click++)
        if (world.happens('a click')) sending.push(send(world, world.random.pick(browsers), form));
      if (world.happens('a raise', 0.2)) sending.push(raise(world, browsers[0], owners));
      if (world.happens('the object ends', 0.3)) world.edge.object.end({ crash: world.random.chance(0.5) });
      await world.runFor(world.random.below(PAUSE_MAX_MS));
      if (world.happens('the owner sets a cap', 0.15)) setElsewhere(world, owners, 'raced');
    }
    const isOutOfCredits = seed % 10 === 3;
    if (isOutOfCredits)
      world.service.control.setAccount({ recurrentCredits: world.random.below(30), oneTimeCredits: 0 });
    await world.until(Promise.all(sending), 30 * MINUTE_MS);
    world.endFaults();
    world.note('the faults stop');
    if (isOutOfCredits) world.service.control.setAccount({ recurrentCredits: 10_000 });
    await world.runFor(2 * MINUTE_MS);
    if (world.happens('a correction', 0.4)) await correct(world, owners);
    if (world.random.chance(0.3)) setElsewhere(world, owners, 'alone');
    await settle(world);
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...paidAtMostOnce(world, forms),
      ...putBack(world, owners),
      ...noSecretAnywhere(world, browsers),
      ...(await drawingsAgree(world, browsers[0])),
    ];
  });
}

/** Notes every cap that is written, and judges it against the owner's at that moment. */
function follow(world: World, owners: Owners, projectId: string): void {
  const project = world.service.world.projects.get(projectId);
  if (!project) throw new Error(`There is no ${projectId}.`);
  const own = world.random.pick([null, 60, 200, 500]);
  owners.caps.set(projectId, own);
  usageOf(project, world.timeline.now()).development = USED_BEFORE;
  project.creditLimits = new Proxy(
    { ...project.creditLimits, maxDevelopmentCreditsPerMonth: own },
    {
      set(target, field, value: Cap) {
        const most = leftBy(owners, project, world.timeline.now());
        const isOurs = !owners.isSetting && owners.raised === 0 && !owners.raced.has(projectId);
        if (most !== null && isOurs && (value === null || value > most + ROUNDING))
          world.note(
            `PROBLEM: the cap of ${projectId} becomes ${value} while its run's budget leaves ${most}`,
          );
        Object.assign(target, { [field]: value });
        world.note(`the cap of ${projectId} becomes ${value}`);
        const limit = owners.caps.get(projectId) ?? null;
        const isAbove = limit !== null && (value === null || value > limit + owners.raised);
        if (isAbove && !owners.raced.has(projectId))
          world.note(`PROBLEM: the cap of ${projectId} is ${value}, above the owner's ${limit}`);
        return true;
      },
    },
  );
}

/** Highest cap that the budget of the current run allows, in credits of this month; null: it has none. */
function leftBy(owners: Owners, project: Project, now: number): number | null {
  const run = project.runs.at(-1);
  const budget = run?.outcome === 'running' ? owners.budgets.get(run.prompt) : undefined;
  if (run === undefined || budget === undefined) return null;
  const taken = owners.corrected.has(project.projectId) ? 0 : run.charged;
  return usageOf(project, now).development + budget - taken;
}

/** The owner sets another cap at the service itself. */
function setElsewhere(world: World, owners: Owners, when: 'raced' | 'alone'): void {
  const projectId = world.random.pick(EXISTING);
  const cap = 700 + world.random.below(100);
  if (when === 'raced') owners.raced.add(projectId);
  owners.caps.set(projectId, cap);
  world.note(`the owner of ${projectId} sets ${cap} elsewhere`);
  owners.isSetting = true;
  Object.assign(world.service.world.projects.get(projectId)?.creditLimits ?? {}, {
    maxDevelopmentCreditsPerMonth: cap,
  });
  owners.isSetting = false;
}

/** Lowers this month's use of projects during runs with a budget, which gain no room by this correction. */
async function correct(world: World, owners: Owners): Promise<void> {
  for (const projectId of EXISTING) {
    const project = world.service.world.projects.get(projectId);
    if (!project || leftBy(owners, project, world.timeline.now()) === null) continue;
    const usage = usageOf(project, world.timeline.now());
    owners.corrected.add(projectId);
    usage.development = Math.max(0, usage.development - USED_BEFORE);
    world.note(`what ${projectId} used is corrected to ${usage.development}`);
    await world.runFor(2 * MINUTE_MS);
    const cap = project.creditLimits.maxDevelopmentCreditsPerMonth;
    const most = leftBy(owners, project, world.timeline.now());
    const isOurs = owners.raised === 0 && !owners.raced.has(projectId);
    if (most !== null && isOurs && (cap === null || cap > most + ROUNDING))
      world.note(`PROBLEM: the cap of ${projectId} is ${cap} after a correction to ${usage.development}`);
  }
}

function confirm({ random }: World, at: number): Confirmed {
  const prompt = `Build number ${at}`;
  const key = crypto.randomUUID();
  const budget = String(15 + random.below(40));
  if (random.chance(0.75)) {
    const projectId = random.pick(EXISTING);
    const path = `/service/projects/${projectId}/agent/start`;
    return { kind: 'run', key, prompt, projectId, path, body: JSON.stringify({ prompt }), budget };
  }
  const projectId = `app-${at}`;
  const creditLimits = { maxDevelopmentCreditsPerMonth: LAUNCHED_CAP };
  const body = JSON.stringify({ projectId, prompt, creditLimits });
  return { kind: 'launch', key, prompt, projectId, path: '/launches', body, budget };
}

async function raise(world: World, owner: BrowserActor, owners: Owners): Promise<void> {
  const projectId = world.random.pick(EXISTING);
  const credits = 50;
  owners.raised = credits;
  const at = world.timeline.now() + world.random.below(60) * MINUTE_MS + MINUTE_MS;
  const until = world.random.chance(0.5) ? { kind: 'run' } : { kind: 'time', at };
  const body = JSON.stringify({ kind: 'raise', credits, until });
  const response = await owner.request(`/guards/${projectId}`, { method: 'PUT', body }).catch(() => null);
  world.note(`${projectId} is raised: ${response?.status ?? 'no answer'}`);
}

/** The owner sets how long a run of a project may take. */
async function limitRuns(world: World, owner: BrowserActor): Promise<void> {
  const body = JSON.stringify({ kind: 'run-time', minutes: 1 + world.random.below(3) });
  const path = `/guards/${world.random.pick(EXISTING)}`;
  const { status } = await world.until(owner.request(path, { method: 'PUT', body }));
  if (status !== 200) throw new Error(`The guard was answered ${status}.`);
}

/** Overridden caps. A launch that never was has none; its budget waits for a late proof like the ledger. */
const rows = ({ edge }: World): number =>
  edge.object.sql.exec('SELECT count(*) AS n FROM cap_overrides').one().n as number;

/** Advances the clock until no cap is overridden. */
async function settle(world: World): Promise<void> {
  const until = world.timeline.now() + SETTLES_WITHIN_MS;
  do await world.runFor(LOOK_EVERY_MS);
  while (rows(world) > 0 && world.timeline.now() < until);
  if (rows(world) > 0) world.note('PROBLEM: a cap is overridden for ever');
}

/** Every cap is its owner's again. */
function putBack({ service }: World, owners: Owners): string[] {
  return [...service.world.projects.values()].flatMap(({ projectId, creditLimits }) => {
    const cap = creditLimits.maxDevelopmentCreditsPerMonth;
    const own = owners.caps.has(projectId) ? (owners.caps.get(projectId) ?? null) : LAUNCHED_CAP;
    if (cap === own) return [];
    // A cap that the owner set during a call may be overtaken by the owner's previous one, never by a budget.
    if (owners.raced.has(projectId) && (cap === null || [60, 200, 500].includes(cap))) return [];
    return [`the cap of ${projectId} is ${cap}, its owner's is ${own}`];
  });
}
