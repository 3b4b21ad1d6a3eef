import type { BrowserActor } from '../actors/browser-actor.ts';
import { forge } from '../faults/forger.ts';
import type { World } from '../world.ts';

const OFFLINE_MAX_MS = 300_000;
const KV_DOWN_MAX_MS = 120_000;
/** More than one run of the object may write to KV. */
const BURST = 45;
const CLOCK_OFF_MAX_MS = 2 * 60 * 60 * 1_000;

export const PROJECTS = ['shop', 'blog', 'clinic'] as const;

/** What a user, the service, an attacker or the environment does. Takes no longer than its first step. */
export type Action = (world: World, browsers: readonly BrowserActor[]) => void;

const some = (world: World) => world.random.pick(PROJECTS);

const control = (world: World, words: string, act: () => void) => {
  world.note(words);
  try {
    act();
  } catch {
    // Not possible now, such as stopping a run where none is running.
  }
};

const ACTIONS: Readonly<Record<string, Action>> = {
  crossCap: (world) => {
    const project = some(world);
    control(world, `cap of ${project}`, () => world.service.control.crossCap(project));
  },
  startRun: (world) => {
    const project = some(world);
    control(world, `run of ${project}`, () => world.service.control.startRun(project));
  },
  finishRun: (world) => {
    const project = some(world);
    control(world, `end of ${project}'s run`, () => world.service.control.finishRun(project));
  },
  startDeployment: (world) => {
    const project = some(world);
    control(world, `deployment of ${project}`, () => world.service.control.startDeployment(project));
  },
  finishDeployment: (world) => {
    const project = some(world);
    const outcome = world.random.pick(['success', 'error'] as const);
    control(world, `${outcome} of ${project}'s deployment`, () =>
      world.service.control.finishDeployment(project, outcome),
    );
  },
  unknownEvent: (world) => {
    const project = some(world);
    const period = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };
    const data = {
      projectId: project,
      feature: 'web',
      scope: 'feature',
      refusing: true,
      cap: 10,
      capKind: 'units',
      used: 10,
    };
    control(world, `budget of ${project}`, () =>
      world.service.control.emit('project.feature_limit.reached', {
        ...data,
        period,
        at: new Date().toISOString(),
      }),
    );
  },
  // KV takes none of them for a while.
  burst: (world) => {
    const project = some(world);
    control(world, `${BURST} alerts of ${project}`, () => {
      for (let used = 0; used < BURST; used++)
        world.service.control.emitSample('project.feature_limit.reached', project, { used });
    });
    const { faults } = world.edge.events;
    faults.down = true;
    world.timeline.after(world.random.below(KV_DOWN_MAX_MS), () => {
      faults.down = world.faults.keyValueDown;
    });
  },
  forge: (world) => void forge(world),
  look: (world, browsers) => {
    world.note('somebody looks');
    void world.random.pick(browsers).look();
  },
  endBackground: (world, browsers) => {
    world.note('a background ends');
    world.random.pick(browsers).endBackground();
  },
  goOffline: (world, browsers) => {
    const browser = world.random.pick(browsers);
    const forMs = world.random.below(OFFLINE_MAX_MS);
    world.note(`offline for ${forMs} ms`);
    browser.online = false;
    world.timeline.after(forMs, () => {
      browser.online = true;
    });
  },
  setClock: (world, browsers) => {
    const skewMs = world.random.below(2 * CLOCK_OFF_MAX_MS) - CLOCK_OFF_MAX_MS;
    world.note(`a clock is off by ${skewMs} ms`);
    world.random.pick(browsers).skewMs = skewMs;
  },
  restartObject: (world) => {
    world.note('the object ends');
    world.edge.object.end({ crash: world.random.chance(0.5) });
  },
};

export function drawAction(world: World): Action {
  const name = world.random.pick(Object.keys(ACTIONS));
  return ACTIONS[name] ?? (() => undefined);
}
