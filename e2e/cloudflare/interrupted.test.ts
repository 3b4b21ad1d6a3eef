import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import { type Cloudflare, startCloudflare } from './cloudflare.ts';
import { runDeploy, startDeploy } from './deploy-command.ts';
import { KEYS, startWithPerson } from './person.ts';

/** `npm run deploy` when it is ended, killed, or run twice at once. */

const NAME = 'pilot-light-edge';
const UPLOAD = /^PUT .*\/workers\/scripts\/pilot-light-edge$/;
/** To a Worker that exists: a version, which is then deployed. */
const UPGRADE = /^(PUT .*\/workers\/scripts\/pilot-light-edge|POST .*\/scripts\/pilot-light-edge\/versions)$/;
const API_KEY = 'canary-service-key-88d1';
const PATIENCE_MS = 180_000;
/** “At once”, on a busy machine; every call that is held here would take longer. */
const AT_ONCE_MS = 5_000;
const answers = { SERVICE_URL: 'https://service.test', SERVICE_API_KEY: API_KEY };

let service: LocalService;
let cloudflare: Cloudflare;

beforeEach(async () => {
  service = await startLocalService({ demo: 'calm', apiKey: API_KEY });
  cloudflare = await startCloudflare({ 'service.test': service.url });
});
afterEach(async () => {
  await cloudflare.stop();
  await service.stop();
});

const environment = () => ({ ...cloudflare.environment(), ...answers });
const start = () => startDeploy([], environment());
const foldersOf = (pid: number | undefined) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`pilot-light-deploy-${pid}-`));
/** The command lines of all programs that run. */
const commandLines = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });

async function withinAMoment<T>(ended: Promise<T>): Promise<T> {
  const at = Date.now();
  const result = await ended;
  expect(Date.now() - at).toBeLessThan(AT_ONCE_MS);
  return result;
}

test(
  'the first Ctrl-C ends it at once while Cloudflare does not answer',
  async () => {
    const read = cloudflare.hold(/^GET .*\/workers\/services\//);
    const person = startWithPerson(['status'], environment());
    await read.reached;
    person.signal('SIGINT');
    expect(await withinAMoment(person.ended)).toBe(130);
    read.release();
    expect(person.screen()).toContain('Left. Nothing was changed.');
  },
  PATIENCE_MS,
);

test.each([
  ['the key Ctrl-C', (person: ReturnType<typeof startWithPerson>) => person.type(KEYS.interrupt)],
  ['a signal', (person: ReturnType<typeof startWithPerson>) => person.signal('SIGTERM')],
])(
  '%s ends it at once while it asks',
  async (_way, end) => {
    const person = startWithPerson([], cloudflare.environment());
    await person.reads('Address of the builder service');
    end(person);
    expect(await withinAMoment(person.ended)).toBe(130);
    expect(person.screen()).toContain('Left. Nothing was changed.');
  },
  PATIENCE_MS,
);

test(
  'Ctrl-C in the middle of an upload ends every program of it, and says what is done and what was begun',
  async () => {
    const upload = cloudflare.hold(UPLOAD);
    const person = startWithPerson([], { ...environment(), DATA_API_URL: 'https://service.test/data' });
    await upload.reached;
    const [folder = 'none'] = foldersOf(person.pid);
    expect(commandLines()).toContain(folder);
    expect(existsSync(join(tmpdir(), folder, 'secrets.json'))).toBe(true);
    person.signal('SIGINT');
    expect(await withinAMoment(person.ended)).toBe(130);
    const screen = person.screen();
    expect(screen).toContain('Done: making the KV namespace pilot-light-edge-events.');
    expect(screen).toContain('Begun, and perhaps done: deploying pilot-light-edge.');
    expect(existsSync(join(tmpdir(), folder))).toBe(false);
    await expect.poll(commandLines, { timeout: AT_ONCE_MS }).not.toContain(folder);
    upload.release();
  },
  PATIENCE_MS,
);

test(
  'a run that was killed in the middle of an upload left its secrets: the next run of any command removes them',
  async () => {
    cloudflare.fail(UPLOAD, 500, 10013);
    const upload = cloudflare.hold(UPLOAD);
    const { child, ended } = start();
    await upload.reached;
    child.kill('SIGKILL');
    await ended.catch(() => {});
    const [folder = 'none'] = foldersOf(child.pid);
    expect(existsSync(join(tmpdir(), folder, 'secrets.json'))).toBe(true);
    await runDeploy(['--help'], environment());
    expect(existsSync(join(tmpdir(), folder))).toBe(false);
    upload.release();
  },
  PATIENCE_MS,
);

test(
  'two first deployments at once: one holds, with its line; the other says so, and neither takes the other’s files',
  async () => {
    const upload = cloudflare.hold(UPLOAD);
    const slow = start();
    await upload.reached;
    const [folder = 'none'] = foldersOf(slow.child.pid);
    const fast = await start().ended;
    expect(fast.exitCode, fast.printed).toBe(0);
    expect(fast.line).not.toBeNull();
    const deployed = cloudflare.account.deployed(NAME);
    expect(existsSync(join(tmpdir(), folder, 'secrets.json')), 'a run keeps its files').toBe(true);

    upload.release();
    const late = await slow.ended;
    expect(late.exitCode, late.printed).toBe(1);
    expect(late.line, 'a line that does not work is not printed').toBeNull();
    expect(late.printed).toContain('Another run deployed the Worker while this one uploaded it');
    expect(cloudflare.account.deployed(NAME), 'the secrets behind the printed line stay').toBe(deployed);
    expect([...cloudflare.account.namespaces.values()]).toEqual([`${NAME}-events`]);
  },
  PATIENCE_MS,
);

test(
  'two upgrades at once: one that was planned before the other was deployed changes nothing, and says so',
  async () => {
    await start().ended;
    const planned = cloudflare.hold(/^GET .*\/workers\/subdomain$/);
    const slow = start();
    await planned.reached;
    const fast = await startDeploy([], { ...environment(), DATA_API_URL: 'https://service.test/data' }).ended;
    expect(fast.exitCode, fast.printed).toBe(0);
    const deployed = cloudflare.account.deployed(NAME);
    planned.release();
    const late = await slow.ended;
    expect(late.exitCode, late.printed).toBe(1);
    expect(late.printed).toContain(`Another run has changed ${NAME} since this one began`);
    expect(cloudflare.account.deployed(NAME), 'what the other run set stays').toBe(deployed);
  },
  PATIENCE_MS,
);

test(
  'two upgrades at once: one that uploaded while the other was deployed says whose version runs',
  async () => {
    await start().ended;
    const upload = cloudflare.hold(UPGRADE);
    const slow = start();
    await upload.reached;
    const fast = await start().ended;
    expect(fast.exitCode, fast.printed).toBe(0);
    const replaced = cloudflare.account.deployed(NAME);
    upload.release();
    const late = await slow.ended;
    expect(cloudflare.account.deployed(NAME)).not.toBe(replaced);
    expect(late.exitCode, late.printed).toBe(1);
    expect(late.printed).toContain(`another run changed ${NAME} while this one uploaded`);
  },
  PATIENCE_MS,
);
