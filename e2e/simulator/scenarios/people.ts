import type { BrowserActor } from '../actors/browser-actor.ts';
import { EDGE_URL, PAIRING_CODE } from '../actors/edge-actor.ts';
import { STORED } from '../actors/extension-modules.ts';
import type { World } from '../world.ts';

const RICH_CREDITS = 10_000;
const TRIES_MAX = 20;
const MINUTE_MS = 60_000;

/** Two browsers of one account with credits and some projects, paired without the extension. */
export async function twoBrowsers(
  world: World,
  projects: readonly string[],
): Promise<[BrowserActor, BrowserActor]> {
  const first = await pairedByHand(world, 'a', PAIRING_CODE);
  const invitation = await world.until(
    first.request('/pairing-codes', { method: 'POST', body: '{"role":"builder"}' }),
  );
  const { data } = (await invitation.json()) as { data: { code: string } };
  const second = await pairedByHand(world, 'b', data.code);
  world.service.control.setAccount({ recurrentCredits: RICH_CREDITS });
  for (const projectId of projects) world.service.control.addProject({ projectId });
  return [first, second];
}

async function pairedByHand(world: World, name: string, code: string): Promise<BrowserActor> {
  const browser = await world.newBrowser(name);
  const body = JSON.stringify({ code, name });
  const response = await world.until(browser.request('/pair', { method: 'POST', body }));
  type Paired = { token: string; deviceId: string; role: string; ledger: object };
  const { data } = (await response.json()) as { data: Paired };
  const { token, deviceId, role, ledger } = data;
  browser.state.local.set(STORED.token, token);
  const connection = { edge: EDGE_URL, deviceId, role, name, ledger, pairedAt: world.timeline.now() };
  browser.state.local.set(STORED.connection, connection);
  return browser;
}

/**
 * Uses the same account from elsewhere: a project with the wanted name, or a run on a project.
 * @returns which project
 */
export function someoneElse({ random, service }: World, projects: readonly string[]): string {
  const projectId = random.pick(projects);
  const known = service.world.projects.get(projectId);
  if (!known) service.control.addProject({ projectId });
  else if (known.runs.at(-1)?.outcome !== 'running')
    service.control.startRun(projectId, 'Something of somebody else');
  return projectId;
}

/** Asks until it is done. @throws Error when the edge keeps refusing */
export async function ask(
  world: World,
  owner: BrowserActor,
  method: string,
  path: string,
  body: object,
): Promise<void> {
  let status = 0;
  for (let attempt = 0; attempt < TRIES_MAX && status !== 200; attempt++) {
    const response = await world.until(owner.request(path, { method, body: JSON.stringify(body) }));
    status = response.status;
    if (status !== 200) await world.runFor(MINUTE_MS);
  }
  if (status !== 200) throw new Error(`${method} ${path} was answered ${status}.`);
}
