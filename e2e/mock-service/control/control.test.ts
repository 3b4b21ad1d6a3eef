import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { type LocalService, startLocalService } from '../service.ts';
import { type Client, clientOf } from '../testing/client.ts';

let service: LocalService;
let call: Client;

beforeAll(async () => {
  service = await startLocalService({ clock: createClock({ stepped: true }) });
  call = clientOf(service);
});

beforeEach(() => service.control.reset());
afterAll(() => service.stop());

async function control(ability: string, ...args: unknown[]) {
  return (await call('POST', `//__control/${ability}`, { args })).json;
}

describe('/__control', () => {
  it('lists its abilities', async () => {
    const { abilities } = (await call('GET', '//__control')).json;
    expect(abilities).toEqual(Object.keys(service.control));
  });

  it('makes a project, crosses its cap, steps time, and reads the counters', async () => {
    await control('addProject', { projectId: 'shop' });
    await control('crossCap', 'shop');
    const atLimit = async () => (await call('GET', '/projects/credit-limits/at-limit')).data.projects.length;
    expect(await atLimit()).toBe(1);
    await control('advance', 31 * 86_400_000);
    expect(await atLimit()).toBe(0);
    expect((await control('counters')).result.requests).toEqual({ listProjectsAtLimit: 2 });
  });

  it('takes a single object as it is', async () => {
    await call('POST', '//__control/setAccount', { recurrentCredits: 1, oneTimeCredits: 2 });
    expect((await call('GET', '/account')).data.credits).toBe(3);
  });

  it('says what is wrong: no such ability, no such project', async () => {
    expect((await call('POST', '//__control/fly')).status).toBe(404);
    expect(await control('crossCap', 'none')).toEqual({ error: 'There is no project none' });
  });

  it('is no part of P and needs no key', async () => {
    expect((await call('GET', '/__control')).code).toBe('ROUTE_NOT_FOUND');
    expect((await fetch(`${service.url}/__control`)).status).toBe(200);
  });

  it('adds projects with the longest ids and with labels in any script', async () => {
    const projectId = `${'a'.repeat(30)}-1234`;
    await control('addProject', {
      projectId,
      label: '蕎麦 さくら ご予約 🔥',
      description: 'Čajovna U Žižků',
    });
    const [project] = (await call('GET', '/projects?search=žižk')).data;
    expect(project).toMatchObject({ projectId, label: '蕎麦 さくら ご予約 🔥' });
  });

  it('adds 10,000 projects at once', async () => {
    await control('addProjects', 10_000);
    const { headers } = await call('GET', '/projects?limit=1');
    expect(headers.get('x-total-count')).toBe('10000');
  });

  it('counts what became of launches, by requested id and by prompt', async () => {
    const body = { projectId: 'recipes', prompt: 'Build it' };
    await call('POST', '/projects/launch', body);
    await call('POST', '/projects/launch', body);
    const { effects } = service.control.counters();
    expect(effects).toMatchObject({
      projects: 2,
      runs: 2,
      projectsByRequestedId: { recipes: 2 },
      projectsByPrompt: { 'Build it': 2 },
    });
  });

  it('counts an id and a prompt called like what every object has', async () => {
    await call('POST', '/projects/launch', { projectId: 'constructor', prompt: 'toString' });
    const { effects } = service.control.counters();
    expect(JSON.stringify([effects.projectsByRequestedId, effects.projectsByPrompt])).toBe(
      '[{"constructor":1},{"toString":1}]',
    );
  });

  it('answers 400 to a built-in call whose body is no JSON', async () => {
    service.control.addProject({ projectId: 'shop' });
    expect((await call('POST', '//__control/app/shop/email', '{"credits":')).status).toBe(400);
  });

  it('is refused to pages of other sites, and under names that are not of this machine', async () => {
    const ask = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const path = '/__control/counters';
        const options = { port: service.port, host: '127.0.0.1', path, headers };
        get(options, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).on('error', reject);
      });
    expect(await ask({ host: `rebound.example:${service.port}` })).toBe(403);
    expect(await ask({ host: '127.0.0.1.example' })).toBe(403);
    expect(await ask({ origin: 'https://other.example' })).toBe(403);
    expect(await ask({ origin: 'null' })).toBe(403);
    expect(await ask({ host: `localhost:${service.port}`, origin: 'http://localhost:5173' })).toBe(200);
    expect(await ask({ host: `legacy.localhost:${service.port}` })).toBe(200);
  });

  it('adds restricted keys', async () => {
    await control('addKey', { key: 'k2', owner: true, restricted: true });
    const { status } = await clientOf(service, 'k2')('GET', '/account');
    expect(status).toBe(200);
  });

  it('forgets everything on reset', async () => {
    await control('addProject', { projectId: 'shop' });
    await control('reset');
    expect((await call('GET', '/projects')).data).toEqual([]);
    expect(service.control.counters().requests).toEqual({ listProjects: 1 });
  });
});
