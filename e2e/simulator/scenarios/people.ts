import type { BrowserPart } from '../actors/browser-part.ts';
import { EDGE_URL, PAIRING_CODE } from '../actors/edge-part.ts';
import { STORED } from '../actors/extension-modules.ts';
import type { House } from '../world.ts';

const RICH_CREDITS = 10_000;

/** Two browsers of one account with money to spend and some projects, paired without a word of the extension's. */
export async function twoBrowsers(
  house: House,
  projects: readonly string[],
): Promise<[BrowserPart, BrowserPart]> {
  const first = await pairedByHand(house, 'a', PAIRING_CODE);
  const invitation = await house.until(
    first.request('/pairing-codes', { method: 'POST', body: '{"role":"builder"}' }),
  );
  const { data } = (await invitation.json()) as { data: { code: string } };
  const second = await pairedByHand(house, 'b', data.code);
  house.service.control.setAccount({ recurrentCredits: RICH_CREDITS });
  for (const projectId of projects) house.service.control.addProject({ projectId });
  return [first, second];
}

async function pairedByHand(house: House, name: string, code: string): Promise<BrowserPart> {
  const browser = await house.newBrowser(name);
  const body = JSON.stringify({ code, name });
  const answer = await house.until(browser.request('/pair', { method: 'POST', body }));
  const { data } = (await answer.json()) as { data: { token: string; deviceId: string; role: string } };
  const { token, deviceId, role } = data;
  browser.state.local.set(STORED.token, token);
  const connection = { edge: EDGE_URL, deviceId, role, name, pairedAt: house.timeline.now() };
  browser.state.local.set(STORED.connection, connection);
  return browser;
}

/**
 * The same account is used from elsewhere too: a project of the wanted name, a run on a project.
 * @returns which project
 */
export function someoneElse({ random, service }: House, projects: readonly string[]): string {
  const projectId = random.pick(projects);
  const known = service.world.projects.get(projectId);
  if (!known) service.control.addProject({ projectId });
  else if (known.runs.at(-1)?.outcome !== 'running')
    service.control.startRun(projectId, 'Something of somebody else');
  return projectId;
}
