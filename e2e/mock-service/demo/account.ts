import { CLOSING_WORDS } from '../agent/conversation.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, monthOf } from '../clock/calendar.ts';
import { roundCredits } from '../http/values.ts';
import { addProject } from '../projects/new-project.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** What a small studio has in its account. */
const STUDIO = [
  ['barber-bookings', 'Barber bookings', 'Online appointments for a barber shop', 41],
  ['recipe-box', 'Recipe box', 'Recipes with a shopping list', 12],
  ['acme-storefront', 'Acme storefront', 'Product pages and checkout for Acme', 26],
  ['landing-2026', 'Landing 2026', "The studio's own landing page", 4],
  ['invoice-bot', 'Invoice bot', 'Reads invoices from e-mail and files them', 33],
  ['yoga-timetable', 'Yoga timetable', 'Classes, teachers and waiting lists', 58],
  ['house-handbook', 'House handbook', 'How things work in the holiday house', 77],
] as const;

const HISTORY_DAYS = 10;
const LIMIT_NEAR = 4_996;

/** Projects, ten days of spending with past runs, and a foreign subscription whose receiver is down. */
export function fillAccount(world: World): void {
  const now = world.clock.now();
  for (const [projectId, label, description, ageDays] of STUDIO) {
    const createdAt = now - ageDays * DAY_MS - world.random.between(0, DAY_MS);
    const project = addProject(world, { projectId, label, description, createdAt, createdVia: 'api' });
    project.previewImageUrl = `https://images.example/${projectId}/home.png`;
    addHistory(world, project, now);
  }
  spentSoFar(world, 'barber-bookings', LIMIT_NEAR);
  spentSoFar(world, 'house-handbook', 5_000);
  addFailedRun(world, 'invoice-bot', now - HOUR_MS);
  addBrokenReceiver(world, now);
}

function addHistory(world: World, project: Project, now: number): void {
  for (let day = HISTORY_DAYS; day >= 1; day -= 1) {
    if (world.random.next() < 0.4) continue;
    const startedAt = now - day * DAY_MS + world.random.between(0, 20 * HOUR_MS);
    if (startedAt < project.createdAt) continue;
    const durationMs = world.random.between(9, 22) * MINUTE_MS;
    const credits = Math.round(world.random.between(10, 40) * 10) / 10;
    project.runs.push({
      id: world.random.hex(24),
      prompt: world.random.pick(['Polish the home page', 'Add a contact form', 'Fix the mobile menu']),
      startedAt,
      outcome: 'done',
      fullCost: credits,
      charged: credits,
      messages: [
        {
          author: 'agent',
          message: 'Finished.',
          messageType: 'finished',
          createdAt: startedAt + durationMs,
        },
      ],
      scheduled: [],
    });
    project.lastModifiedAt = Math.max(project.lastModifiedAt, startedAt + durationMs);
    book(world, project, startedAt, 'development', 'prompt', credits);
    book(
      world,
      project,
      startedAt,
      'infrastructure',
      'hosting',
      roundCredits(world.random.between(0.2, 1.5)),
    );
  }
}

function book(
  world: World,
  project: Project,
  at: number,
  category: 'development' | 'infrastructure',
  type: string,
  credits: number,
): void {
  world.spending.push({ at, projectId: project.projectId, category, type, credits });
  const month = monthOf(at);
  const usage = project.usage.get(month) ?? { development: 0, infrastructure: 0 };
  usage[category] = roundCredits(usage[category] + credits);
  project.usage.set(month, usage);
  project.totalCreditsSpent = roundCredits(project.totalCreditsSpent + credits);
}

/** A run that failed on the service's side: its credits went back. */
function addFailedRun(world: World, projectId: string, endedAt: number): void {
  const project = world.projects.get(projectId);
  if (project === undefined) return;
  const startedAt = endedAt - 12 * MINUTE_MS;
  project.runs.push({
    id: world.random.hex(24),
    prompt: 'Read PDF invoices too',
    startedAt,
    outcome: 'error',
    fullCost: 18,
    charged: 0,
    messages: [
      { author: 'user', message: 'Read PDF invoices too', messageType: 'regular', createdAt: startedAt },
      { author: 'agent', ...CLOSING_WORDS.error, createdAt: endedAt },
    ],
    scheduled: [],
  });
  project.lastModifiedAt = endedAt;
}

/** This month's development spending, whatever the history came to; a cap reached so is old news. */
function spentSoFar(world: World, projectId: string, development: number): void {
  const project = world.projects.get(projectId);
  if (project === undefined) return;
  const month = monthOf(world.clock.now());
  project.usage.set(month, { development, infrastructure: 12.4 });
  project.capsTold.add(`development:${month}`);
}

function addBrokenReceiver(world: World, now: number): void {
  world.connectTo['shop.example'] ??= 'status:500';
  const id = world.random.hex(24);
  const createdAt = now - 30 * DAY_MS;
  world.subscriptions.set(id, {
    id,
    url: 'https://shop.example/hooks/deployments',
    event: 'deployment.finished',
    projectIds: ['acme-storefront'],
    createdAt,
    updatedAt: createdAt,
    secret: `whsec_${world.random.hex(64)}`,
    oldSecret: `whsec_${world.random.hex(64)}`,
  });
  for (let failure = 6; failure >= 1; failure -= 1) {
    const at = now - (failure * 20 - 17) * MINUTE_MS;
    world.deliveries.push({
      id: world.deliveries.length + 1,
      webhookId: id,
      event: 'deployment.finished',
      eventId: `deploy:${world.random.hex(24)}`,
      projectId: 'acme-storefront',
      feature: null,
      status: 'failed',
      attempts: 3,
      httpStatus: 500,
      durationMs: Math.round(world.random.between(80, 400)),
      error: 'HTTP 500',
      at,
      updatedAt: at + 2.5 * MINUTE_MS,
    });
  }
}
