import type { Stack } from '../dev/stack.ts';

const FOREVER_MS = 600_000;
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 20_000;
const EVENT = 'project.feature_limit.reached';

export const SHOP = 'clay-shop';
export const CLINIC = 'clinic';
export const OWN_CAP = 500;
export const TABLE = 'note';
export const ROWS = Array.from({ length: 40 }, (_, row) => `row ${row}`);
/** As many rows as the edge marks and sends at a time: of these, all have arrived when it is ended. */
const AT_A_TIME = 8;

/** Keys of the calls that are under way when the edge is ended. */
export const KEYS = {
  launch: 'launch-under-way',
  neverArrived: 'launch-never-arrived',
  prompt: 'prompt-under-way',
  promptAfterCap: 'prompt-after-cap',
  imports: 'import-under-way',
} as const;

/** A paired owner. */
export type Ask = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
) => Promise<{ status: number; data: any }>;

/** Pairs an owner with the edge. */
export async function pairOwner({ edge, pairingCode }: Stack): Promise<Ask> {
  let token = '';
  const ask: Ask = async (method, path, body, headers = {}) => {
    const response = await fetch(`${edge.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { data: unknown };
    return { status: response.status, data };
  };
  const { data } = await ask('POST', '/pair', { code: pairingCode, name: 'Owner' });
  token = data.token;
  return ask;
}

/** The account that the calls are about: two projects with caps, and a table. */
export async function prepare({ service: { control } }: Stack, ask: Ask): Promise<void> {
  control.setAccount({ recurrentCredits: 10_000 });
  for (const projectId of [SHOP, CLINIC]) {
    control.addProject({ projectId });
    control.setProject(projectId, {
      creditLimits: { maxDevelopmentCreditsPerMonth: OWN_CAP, maxInfrastructureCreditsPerMonth: null },
    });
  }
  control.addTables(CLINIC, [{ type: TABLE, properties: [{ name: 'text' }] }]);
  const key = `data-local-${CLINIC}`;
  const tested = await ask('PUT', `/data-keys/${CLINIC}`, { key });
  await ask('PUT', `/data-keys/${CLINIC}`, { key, confirm: tested.data.confirm });
  await ask('POST', '/subscriptions/sync');
}

export const launch = (ask: Ask, key: string, prompt: string) =>
  ask('POST', '/launches', { projectId: key, prompt }, { 'idempotency-key': key });

export const prompt = (ask: Ask, key: string, projectId: string) =>
  ask(
    'POST',
    `/service/projects/${projectId}/agent/start`,
    { prompt: key },
    { 'idempotency-key': key, 'run-budget': '30' },
  );

/** Ids of the events that the service was told were kept, and of those whose delivery was under way. */
export interface Emitted {
  readonly acknowledged: readonly string[];
  readonly all: readonly string[];
}

/**
 * Begins a launch, a launch that never arrives, two prompts with a lowered cap, an import and deliveries.
 * Kills the edge once the service has done what it was asked, and before it has answered.
 */
export async function killInTheMiddle(stack: Stack, ask: Ask): Promise<Emitted> {
  const { control } = stack.service;
  const hold = (operation: string, more: { count?: number; skip?: number } = {}) =>
    control.addFault({ operation, kind: 'delay', delayMs: FOREVER_MS, ...more });
  const begin = (call: Promise<unknown>) => void call.catch(() => undefined);
  const acknowledged = Array.from({ length: 10 }, (_, used) => control.emitSample(EVENT, SHOP, { used }));
  await until(async () => {
    const delivered = await deliveredIds(stack);
    return acknowledged.every((id) => delivered.has(id));
  });

  hold('launchProject');
  begin(launch(ask, KEYS.launch, 'Build a shop'));
  await until(() => control.counters().effects.projectsByPrompt['Build a shop'] === 1);
  control.addFault({ operation: 'launchProject', kind: 'hang' });
  begin(launch(ask, KEYS.neverArrived, 'Build nothing'));
  hold('startAgent');
  begin(prompt(ask, KEYS.prompt, SHOP));
  await until(() => control.counters().effects.runsByPrompt[KEYS.prompt] === 1);
  hold('updateCreditLimits');
  begin(prompt(ask, KEYS.promptAfterCap, CLINIC));
  await until(async () => (await capOf(stack, CLINIC)) !== OWN_CAP);
  hold('data.createRecord', { count: AT_A_TIME, skip: AT_A_TIME });
  const rows = ROWS.map((text) => ({ values: { text } }));
  const body = { projectId: CLINIC, table: TABLE, rows, duplicates: null };
  await ask('POST', '/imports', body, { 'idempotency-key': KEYS.imports });
  await until(() => control.recordsOf(CLINIC, TABLE).length === 2 * AT_A_TIME);

  const underWay = Array.from({ length: 10 }, (_, used) => control.emitSample(EVENT, CLINIC, { used }));
  await stack.edge.kill();
  control.clearFaults();
  const delivered = await deliveredIds(stack);
  const all = [...acknowledged, ...underWay];
  return { acknowledged: all.filter((id) => delivered.has(id)), all };
}

/** The development cap of a project at the service. */
export async function capOf(stack: Stack, projectId: string): Promise<number | null> {
  const { creditLimits } = await askService(stack, `/projects/${projectId}/credit-limits`);
  return creditLimits.maxDevelopmentCreditsPerMonth;
}

/** Ids of the events whose delivery the service knows to be acknowledged. */
export async function deliveredIds(stack: Stack): Promise<Set<string>> {
  const { webhooks } = await askService(stack, '/webhooks');
  const delivered = new Set<string>();
  for (const { id, event } of webhooks) {
    if (event !== EVENT) continue;
    const { deliveries } = await askService(stack, `/webhooks/${id}/deliveries`);
    for (const { eventId, status } of deliveries) if (status === 'delivered') delivered.add(eventId);
  }
  return delivered;
}

/** Reads the service's own records. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
async function askService({ service }: Stack, path: string): Promise<any> {
  const headers = { 'api-key': service.apiKey };
  const response = await fetch(`${service.url}/api/v1/vcaas${path}`, { headers });
  return ((await response.json()) as { data: unknown }).data;
}

/** @throws Error when it does not become true */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It did not come true: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
