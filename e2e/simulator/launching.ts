import type { BrowserActor } from './actors/browser-actor.ts';
import type { World } from './world.ts';

/** One confirmed form: what browsers send under one idempotency key. */
export interface Confirmed {
  readonly kind: 'launch' | 'run';
  readonly key: string;
  /** Unique, so that its effects can be counted. */
  readonly prompt: string;
  /** The project, or the requested name. */
  readonly projectId: string;
  readonly path: string;
  readonly body: string;
  /** The budget of the run, in credits. */
  readonly budget?: string;
}

export type LaunchResponse = 'launched' | 'refused' | 'absent' | 'open' | 'never-sent';

const TRIES = 3;
const BETWEEN_TRIES_MS = 20_000;
const LEDGER_STATES: Readonly<Record<string, LaunchResponse>> = {
  launched: 'launched',
  refused: 'refused',
  absent: 'absent',
  reserved: 'open',
  sent: 'open',
  unknown: 'open',
};

/** Builders name a development cap. */
const CREDIT_LIMITS = { maxDevelopmentCreditsPerMonth: 5_000 };

/** A launch with a name that others may want too, or a run on an existing project. */
export function confirmForm(world: World, at: number, existing: readonly string[]): Confirmed {
  const prompt = `Build number ${at}`;
  const key = crypto.randomUUID();
  if (existing.length > 0 && world.random.chance(0.3)) {
    const projectId = world.random.pick(existing);
    const path = `/service/projects/${projectId}/agent/start`;
    return { kind: 'run', key, prompt, projectId, path, body: JSON.stringify({ prompt }) };
  }
  const projectId = world.random.pick(['barber-shop', 'barber-shop', `app-${at}`]);
  const outcome = world.random.chance(0.7)
    ? { label: `Form ${at}`, description: `What form ${at} said` }
    : {};
  return {
    kind: 'launch',
    key,
    prompt,
    projectId,
    path: '/launches',
    body: JSON.stringify({ projectId, prompt, ...outcome, creditLimits: CREDIT_LIMITS }),
  };
}

/** Sends a form like an impatient browser: the same key again until the response is final. */
export async function send(world: World, browser: BrowserActor, form: Confirmed): Promise<void> {
  for (let at = 0; at < TRIES; at++) {
    const headers = { 'idempotency-key': form.key, ...(form.budget && { 'run-budget': form.budget }) };
    const outcome = await sendLaunch(world, form, () =>
      browser.request(form.path, { method: 'POST', body: form.body, headers }),
    );
    if (outcome === 'launched' || outcome === 'refused') return;
    await new Promise((resolve) => setTimeout(resolve, world.random.below(BETWEEN_TRIES_MS)));
  }
}

/** Reads the outcome of a form. @returns null without a response */
export function checkLaunch(
  world: World,
  browser: BrowserActor,
  form: Confirmed,
): Promise<LaunchResponse | null> {
  return sendLaunch(world, form, () => browser.request(`/paid-calls/${form.key}`));
}

/** The user says what became of a form that stays open: which project it made, or that it made none. */
export async function settleByHand(
  world: World,
  browser: BrowserActor,
  form: Confirmed,
): Promise<LaunchResponse | null> {
  const made = [...world.service.world.projects.values()].find(({ projectId, runs }) =>
    form.kind === 'run'
      ? projectId === form.projectId && effectsOf(world, form) > 0
      : runs[0]?.prompt === form.prompt,
  );
  const body = JSON.stringify(made ? { happened: true, projectId: made.projectId } : { happened: false });
  return sendLaunch(world, form, () =>
    browser.request(`/paid-calls/${form.key}/settle`, { method: 'POST', body }),
  );
}

/** How often the service did what the form requested. */
export function effectsOf({ service }: World, { kind, prompt }: Confirmed): number {
  const { projectsByPrompt, runsByPrompt } = service.world.counters.effects;
  return (kind === 'launch' ? projectsByPrompt : runsByPrompt)[prompt] ?? 0;
}

/** Records a response and checks at once that it is correct. */
async function sendLaunch(
  world: World,
  form: Confirmed,
  request: () => Promise<Response>,
): Promise<LaunchResponse | null> {
  const response = await request().catch(() => null);
  const outcome = response ? outcomeIn(response.status, await response.json().catch(() => null)) : null;
  const made = effectsOf(world, form);
  world.note(
    `${form.prompt} (${form.kind}): ${response?.status ?? 'no answer'}, told ${outcome}, made ${made}`,
  );
  if (outcome === 'launched' && made === 0)
    world.note(`PROBLEM: ${form.prompt}: told launched, nothing was made`);
  if ((outcome === 'refused' || outcome === 'absent') && made > 0)
    world.note(`PROBLEM: ${form.prompt}: told ${outcome}, and it was made`);
  return outcome;
}

/** Only what proves that nothing was done counts as refused. */
function outcomeIn(status: number, body: unknown): LaunchResponse | null {
  const { data, errors } = readEnvelope(body);
  if (errors?.errorCode === 'EDGE_NOT_FOUND') return 'never-sent';
  if (errors) return errors.errorCode.startsWith('EDGE_') || status >= 500 ? null : 'refused';
  if (data === null) return null;
  return LEDGER_STATES[data.state ?? 'launched'] ?? 'launched';
}

function readEnvelope(body: unknown): {
  data: { state?: string } | null;
  errors: { errorCode: string } | null;
} {
  const known = typeof body === 'object' && body !== null && 'data' in body && 'errors' in body;
  return known ? (body as ReturnType<typeof readEnvelope>) : { data: null, errors: null };
}
