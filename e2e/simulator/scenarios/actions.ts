import type { BrowserPart } from '../actors/browser-part.ts';
import { forge } from '../faults/forger.ts';
import type { House } from '../world.ts';

const OFFLINE_MAX_MS = 300_000;
const CLOCK_OFF_MAX_MS = 2 * 60 * 60 * 1_000;

export const PROJECTS = ['shop', 'blog', 'clinic'] as const;

/** Something that a user, the service, a stranger or the weather does. Takes no longer than its first step. */
export type Action = (house: House, browsers: readonly BrowserPart[]) => void;

const some = (house: House) => house.random.pick(PROJECTS);

const control = (house: House, words: string, act: () => void) => {
  house.note(words);
  try {
    act();
  } catch {
    // Not possible right now, such as ending a run where none is running.
  }
};

const ACTIONS: Readonly<Record<string, Action>> = {
  crossCap: (house) => {
    const project = some(house);
    control(house, `cap of ${project}`, () => house.service.control.crossCap(project));
  },
  startRun: (house) => {
    const project = some(house);
    control(house, `run of ${project}`, () => house.service.control.startRun(project));
  },
  finishRun: (house) => {
    const project = some(house);
    control(house, `end of ${project}'s run`, () => house.service.control.finishRun(project));
  },
  startDeployment: (house) => {
    const project = some(house);
    control(house, `deployment of ${project}`, () => house.service.control.startDeployment(project));
  },
  finishDeployment: (house) => {
    const project = some(house);
    const outcome = house.random.pick(['success', 'error'] as const);
    control(house, `${outcome} of ${project}'s deployment`, () =>
      house.service.control.finishDeployment(project, outcome),
    );
  },
  unknownEvent: (house) => {
    const project = some(house);
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
    control(house, `budget of ${project}`, () =>
      house.service.control.emit('project.feature_limit.reached', {
        ...data,
        period,
        at: new Date().toISOString(),
      }),
    );
  },
  forge: (house) => void forge(house),
  look: (house, browsers) => {
    house.note('somebody looks');
    void house.random.pick(browsers).look();
  },
  endBackground: (house, browsers) => {
    house.note('a background ends');
    house.random.pick(browsers).endBackground();
  },
  goOffline: (house, browsers) => {
    const browser = house.random.pick(browsers);
    const forMs = house.random.below(OFFLINE_MAX_MS);
    house.note(`offline for ${forMs} ms`);
    browser.online = false;
    house.timeline.after(forMs, () => {
      browser.online = true;
    });
  },
  setClock: (house, browsers) => {
    const skewMs = house.random.below(2 * CLOCK_OFF_MAX_MS) - CLOCK_OFF_MAX_MS;
    house.note(`a clock is off by ${skewMs} ms`);
    house.random.pick(browsers).skewMs = skewMs;
  },
  restartObject: (house) => {
    house.note('the object ends');
    house.edge.object.end({ crash: house.random.chance(0.5) });
  },
};

export function drawAction(house: House): Action {
  const name = house.random.pick(Object.keys(ACTIONS));
  return ACTIONS[name] ?? (() => undefined);
}
