import { isBatchActive, startBatch } from '../agent/batch.ts';
import { currentRun, startRun } from '../agent/run.ts';
import { MINUTE_MS, SECOND_MS } from '../clock/calendar.ts';
import { startDeployment } from '../deployments/deployment.ts';
import { balance } from '../limits/charge.ts';
import type { World } from '../world/world.ts';
import { withProject } from './account.ts';

/** Something is visible at once, the first change comes within seconds, later ones less often. */
export function live(world: World): void {
  Object.assign(world.durations, {
    runMs: [30 * SECOND_MS, 60 * SECOND_MS],
    deployMs: [10 * SECOND_MS, 20 * SECOND_MS],
    serverStartMs: [5 * SECOND_MS, 10 * SECOND_MS],
    recoveryMs: [10 * SECOND_MS, 20 * SECOND_MS],
    rebuildMs: [10 * SECOND_MS, 20 * SECOND_MS],
    planningMs: [5 * SECOND_MS, 10 * SECOND_MS],
    domainStepMs: [10 * SECOND_MS, 20 * SECOND_MS],
  } satisfies Partial<World['durations']>);
  const { clock } = world;
  withProject(world, 'recipe-box', (project) =>
    startRun(world, project, 'Add a shopping list page', {
      durationMs: 35 * SECOND_MS,
      credits: 14,
      startedAgoMs: 14 * MINUTE_MS,
      outcome: 'done',
    }),
  );
  withProject(world, 'cajovna-u-zizku', (project) => startBatch(world, project, { prompts: [...TEA_ROOM] }));
  withProject(world, 'acme-storefront', (project) =>
    startDeployment(world, project, {
      durationMs: 25 * SECOND_MS,
      outcome: 'error',
      startedAgoMs: MINUTE_MS,
    }),
  );
  withProject(world, 'landing-2026', (project) => {
    startDeployment(world, project, {
      durationMs: SECOND_MS,
      outcome: 'success',
      startedAgoMs: 8 * MINUTE_MS,
    });
  });
  clock.after(4 * SECOND_MS, () =>
    withProject(world, 'barber-bookings', (project) => {
      // The old crossing was not reported: the demo starts just below the cap.
      project.capsReported.clear();
      startRun(world, project, 'Let customers move an appointment', {
        durationMs: 20 * SECOND_MS,
        credits: 30,
      });
    }),
  );
  // State of the account at the first read.
  Object.assign(world.account, OPENING_BALANCE);
  keepGoing(world);
}

const OPENING_BALANCE = { recurrentCredits: 100, oneTimeCredits: 312.5 };

/** The batch in progress at the first read. */
const TEA_ROOM = [
  'A page for each of our twelve teas, with where it grows and how to brew it',
  'A calendar of tastings with ten seats each',
  'Let guests reserve a seat and pay on the spot',
  'The same in English and in German',
] as const;

const LOW_BALANCE = 120;
const PURCHASE = 200;

const LATER_PROMPTS = [
  'Make the pages load faster',
  'Translate the site to Spanish',
  'Add a newsletter form',
  'Show opening hours in the footer',
] as const;

function keepGoing(world: World): void {
  world.clock.after(world.random.between(60, 120) * SECOND_MS, () => {
    // The studio buys credits before they run out.
    if (balance(world) < LOW_BALANCE) world.account.oneTimeCredits += PURCHASE;
    withProject(
      world,
      world.random.pick(['landing-2026', 'invoice-bot', 'recipe-box', 'cajovna-u-zizku']),
      (project) => {
        if (currentRun(project) || isBatchActive(project)) return;
        if (project.deployments.at(-1)?.status === 'deploying') return;
        const outcome = world.random.next() < 0.15 ? 'error' : 'done';
        startRun(world, project, world.random.pick(LATER_PROMPTS), { outcome });
      },
    );
    keepGoing(world);
  });
}
