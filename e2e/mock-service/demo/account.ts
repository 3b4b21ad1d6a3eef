import { DAY_MS, HOUR_MS, MINUTE_MS, monthOf, SECOND_MS, startOfMonth } from '../clock/calendar.ts';
import { publishedDeployment } from '../deployments/deployment.ts';
import { connectDomain } from '../domain/operations.ts';
import { roundCredits } from '../http/values.ts';
import { PLANS } from '../world/account.ts';
import { addProject } from '../world/new-project.ts';
import type { ProductionLogRecord, Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { addHistory, addPastDeployment, addPastRun } from './history.ts';

/** The projects of a small studio: id, label, description, age in days, group. */
const STUDIO = [
  ['barber-bookings', 'Barber bookings', 'Online appointments for a barber shop', 41, 'clients'],
  ['recipe-box', 'Recipe box', 'Recipes with a shopping list', 12, undefined],
  ['acme-storefront', 'Acme storefront', 'Product pages and checkout for Acme', 26, 'clients'],
  ['landing-2026', 'Landing 2026', "The studio's own landing page", 4, 'studio'],
  ['invoice-bot', 'Invoice bot', 'Reads invoices from e-mail and files them', 33, 'studio'],
  ['yoga-timetable', 'Yoga timetable', 'Classes, teachers and waiting lists', 58, 'clients'],
  ['house-handbook', 'House handbook', 'How things work in the holiday house', 77, undefined],
  ['soba-sakura', '蕎麦 さくら ご予約', 'Table reservations for a soba restaurant', 19, 'clients'],
  ['cajovna-u-zizku', 'Čajovna U Žižků', 'Tea cards and tastings of a Prague tea room', 8, 'clients'],
] as const;

const GROUPS = [
  ['clients', 'Clients', 'What others pay for'],
  ['studio', 'Studio', 'Our own'],
] as const;

/** Credits, at least, of the run that brings a project to its cap; and what another has left to its own. */
const SMALL_RUN = 4;
const LEFT_TO_CAP = 11;

/**
 * Fills the account with projects in groups and ten days of runs, versions and spending, with problems: at a
 * cap, near one, a failed run, an agent that needs keys, a domain that needs records, a failing receiver.
 */
export function fillAccount(world: World): void {
  const now = world.clock.now();
  world.account.plan = PLANS.professional;
  for (const [groupId, name, description] of GROUPS) {
    const createdAt = now - 90 * DAY_MS;
    world.groups.set(groupId, {
      groupId,
      name,
      description,
      createdAt,
      updatedAt: createdAt,
      own: true,
      full: false,
    });
  }
  for (const [projectId, label, description, ageDays, groupId] of STUDIO) {
    const createdAt = now - ageDays * DAY_MS - world.random.between(0, DAY_MS);
    const project = addProject(world, { projectId, label, description, groupId, createdAt });
    project.previewImageUrl = `https://images.example/${projectId}/home.png`;
    addHistory(world, project);
  }
  withProject(world, 'barber-bookings', (project) => {
    addPastDeployment(world, project, now - 6 * DAY_MS);
    capAt(world, project, LEFT_TO_CAP, 'Larger type for the opening hours');
  });
  withProject(world, 'house-handbook', (project) => capAt(world, project, 0, 'A page for the garden'));
  withProject(world, 'invoice-bot', failedRun(world, now));
  withProject(world, 'yoga-timetable', askingForKeys(world, now));
  withProject(world, 'landing-2026', published(world, now));
  withProject(world, 'acme-storefront', waitingForItsDomain(world, now));
  withProject(world, 'soba-sakura', (project) => {
    addPastDeployment(world, project, now - 3 * DAY_MS);
    project.serverStatus = 'Archived';
  });
  addBrokenReceiver(world, now);
}

type Fill = (project: Project) => void;

export function withProject(world: World, projectId: string, fill: Fill): void {
  const project = world.projects.get(projectId);
  if (project !== undefined) fill(project);
}

/** A run that failed on the service's side and was refunded. */
function failedRun(world: World, now: number): Fill {
  return (project) =>
    addPastRun(world, project, {
      prompt: 'Read PDF invoices too',
      startedAt: now - HOUR_MS - 12 * MINUTE_MS,
      durationMs: 12 * MINUTE_MS,
      credits: 18,
      outcome: 'error',
    });
}

/** One of the two keys exists already, unnoticed by the agent. */
function askingForKeys(world: World, now: number): Fill {
  return (project) => {
    const given = { secretName: 'SMS_SENDER', secretValue: 'Yoga', environment: 'both' } as const;
    project.secrets.push({ _id: world.random.hex(24), ...given });
    addPastRun(world, project, {
      prompt: 'Remind people of their class by text message',
      startedAt: now - 35 * MINUTE_MS,
      durationMs: 16 * MINUTE_MS,
      credits: 21.5,
      outcome: 'done',
      keysNeeded: {
        SMS_API_KEY: 'Key of the text message provider, from its dashboard',
        SMS_SENDER: 'Name that the messages come from',
      },
    });
  };
}

/** Live on a domain of its own, with visitors. */
function published(world: World, now: number): Fill {
  return (project) => {
    addPastDeployment(world, project, now - 2 * DAY_MS);
    const deployment = publishedDeployment(project);
    const hostname = 'www.studio-landing.example';
    if (deployment !== undefined) {
      const domain = connectDomain(world, project, deployment, hostname);
      Object.assign(domain, { status: 'active', sslStatus: 'active', createdAt: now - 2 * DAY_MS });
      delete domain.dnsRecordsToAdd;
      // A copy: the steps that are scheduled for a domain change only the one they began with.
      project.customDomain = { ...domain };
    }
    project.productionLog.push(...visits(world, now, `https://${hostname}`));
  };
}

/** Published once; its owner has yet to add the records of a domain. */
function waitingForItsDomain(world: World, now: number): Fill {
  return (project) => {
    addPastDeployment(world, project, now - 5 * DAY_MS);
    const deployment = publishedDeployment(project);
    if (deployment === undefined) return;
    project.customDomain = { ...connectDomain(world, project, deployment, 'shop.acme.example') };
  };
}

const PAGES = ['/', '/work', '/prices', '/contact', '/api/newsletter'] as const;

function visits(world: World, now: number, origin: string): ProductionLogRecord[] {
  return Array.from({ length: 120 }, (_, index) => {
    const at = Math.round(now - (120 - index) * world.random.between(4, 10) * MINUTE_MS);
    const page = world.random.pick(PAGES);
    const fails = page === '/api/newsletter' && world.random.next() < 0.3;
    const record: ProductionLogRecord = {
      EventTimestampMs: at,
      Outcome: fails ? 'exception' : 'ok',
      WallTimeMs: Math.round(world.random.between(3, 180)),
      CPUTimeMs: Math.round(world.random.between(1, 12)),
      Event: {
        Request: { URL: `${origin}${page}`, Method: page.startsWith('/api') ? 'POST' : 'GET' },
        Response: { Status: fails ? 500 : 200 },
      },
      Logs: page === '/' ? [] : [{ Level: 'log', Message: [`rendered ${page}`], TimestampMs: at }],
    };
    if (fails) {
      const Message = 'The list refused the address';
      record.Exceptions = [{ Name: 'Error', Message, TimestampMs: at + SECOND_MS }];
    }
    return record;
  }).sort((a, b) => (a.EventTimestampMs ?? 0) - (b.EventTimestampMs ?? 0));
}

/** Sets the development cap above what the days used, in tens of credits; a last run leaves `left` of it. */
function capAt(world: World, project: Project, left: number, prompt: string): void {
  const now = world.clock.now();
  const month = monthOf(now);
  const used = project.usage.get(month)?.development ?? 0;
  const cap = Math.max(50, Math.ceil((used + left + SMALL_RUN) / 10) * 10);
  const startedAt = Math.max(now - HOUR_MS, startOfMonth(now));
  addPastRun(world, project, {
    prompt,
    startedAt,
    durationMs: Math.min(6 * MINUTE_MS, now - startedAt),
    credits: roundCredits(cap - left - used),
    outcome: 'done',
  });
  project.creditLimits.maxDevelopmentCreditsPerMonth = cap;
  // What was reached before is reported already.
  project.capsReported.add(`development:${month}`);
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
