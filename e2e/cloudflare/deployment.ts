import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePairingLine } from '../../shared/edge-api/pairing.ts';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import { type Cloudflare, startCloudflare, TOKEN } from './cloudflare.ts';
import { type DeployRun, runDeploy, startDeploy } from './deploy-command.ts';
import { KEYS, startWithPerson } from './person.ts';

const NAME = 'pilot-light-edge';
const HOST = `${NAME}.ada.workers.dev`;
const ADDRESS = `https://${HOST}`;
const SERVICE_URL = 'https://service.test';
/** The local service has its data backend below this path. */
const DATA_API_URL = 'https://data.test/data';
const API_KEY = 'canary-service-key-71b3';
const PATIENCE_MS = 180_000;

let service: LocalService;
let cloudflare: Cloudflare;
/** All that the command printed, to be searched for secrets at the end. */
let printed = '';

/** The file that is started. */
let program: string;

const answers = { SERVICE_URL, SERVICE_API_KEY: API_KEY };

async function deploy(args: readonly string[], env: Record<string, string> = {}): Promise<DeployRun> {
  const run = await runDeploy(args, { ...cloudflare.environment(), ...env }, program);
  printed += run.printed;
  return run;
}

/** Calls since the last look, without ids. */
function newCalls(): string[] {
  return cloudflare.calls.splice(0).map((call) => call.replaceAll(cloudflare.account.id, 'A'));
}
const writes = (calls: readonly string[]) => calls.filter((call) => !call.startsWith('GET '));

function secretOf(name: string): string | undefined {
  const binding = cloudflare.account.deployed(NAME)?.bindings.find((one) => one.name === name);
  return binding && String(binding.text);
}

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${cloudflare.plainUrl(NAME)}${path}`, init);
  return { status: response.status, ...((await response.json()) as { data: never; errors: never }) };
}

/**
 * Tests the commands with real wrangler, against a stand-in for Cloudflare that runs what was uploaded: one
 * account, from nothing to removed.
 * @param findProgram the file to start: the checkout's or a package's
 */
export function testDeployment(findProgram: () => Promise<string>): void {
  beforeAll(async () => {
    printed = '';
    program = await findProgram();
    service = await startLocalService({ demo: 'calm', apiKey: API_KEY });
    cloudflare = await startCloudflare({ 'service.test': service.url, 'data.test': service.url });
  }, PATIENCE_MS);
  afterAll(async () => {
    await cloudflare?.stop();
    await service?.stop();
  });

  test(
    'a wrong token, an address that is none, a rejected key: each a sentence, and nothing is written',
    async () => {
      const wrongToken = await deploy([], { ...answers, CLOUDFLARE_API_TOKEN: 'wrong' });
      expect(wrongToken.printed).toContain('Cloudflare does not know this login or token');
      const wrongAddress = await deploy([], { ...answers, SERVICE_URL: 'http://service.test' });
      expect(wrongAddress.printed).toContain('This is no https address');
      const ownMachine = await deploy([], { ...answers, SERVICE_URL: service.url });
      expect(ownMachine.printed).toContain('Cloudflare can’t reach an address of this machine');
      const nothingThere = await deploy([], { ...answers, SERVICE_URL: 'https://nowhere.test' });
      expect(nothingThere.printed).toContain("The service at https://nowhere.test can't be reached");
      const rejected = await deploy([], { ...answers, SERVICE_API_KEY: 'not-the-key' });
      expect(rejected.printed).toContain('The service rejected the key');
      const unanswered = await deploy([], { SERVICE_URL });
      expect(unanswered.printed).toContain('set SERVICE_API_KEY. Nothing was deployed.');

      const noDataBackend = await deploy([], { ...answers, DATA_API_URL: SERVICE_URL });
      expect(noDataBackend.printed).toContain(`What answers at ${SERVICE_URL} is not the data backend`);
      const noData = await deploy([], { ...answers, DATA_API_URL: 'https://nowhere.test' });
      expect(noData.printed).toContain("The data backend at https://nowhere.test can't be reached");

      for (const run of [
        wrongToken,
        wrongAddress,
        ownMachine,
        nothingThere,
        rejected,
        unanswered,
        noDataBackend,
        noData,
      ])
        expect(run.exitCode, run.printed).toBe(1);
      expect(writes(newCalls()), 'nothing may be written before the answers are known to be right').toEqual(
        [],
      );
    },
    PATIENCE_MS,
  );

  test(
    'the name is taken by a Worker that is no edge: it is left alone',
    async () => {
      cloudflare.account.workers.set('my-shop', {
        name: 'my-shop',
        tag: 'shop',
        lastDeployedFrom: 'wrangler',
        versions: [],
        deployments: [],
        migrationTag: null,
        subdomainEnabled: true,
      });
      for (const command of ['deploy', 'remove', 'rotate-key', 'new-owner', 'lock']) {
        const run = await deploy([command, '--name', 'my-shop'], answers);
        expect(run.exitCode).toBe(1);
        expect(run.printed).toContain('A Worker “my-shop” is in this account that is no edge of Pilot Light');
      }
      expect(writes(newCalls())).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'a right is missing: it is named, by reading only',
    async () => {
      cloudflare.addToken('without-kv', ['account', 'workers']);
      const run = await deploy(['doctor'], { CLOUDFLARE_API_TOKEN: 'without-kv' });
      expect(run.exitCode).toBe(1);
      expect(run.printed).toContain('“Account · Workers KV Storage · Edit”');
      expect(run.printed, 'the right that is there is not complained of').not.toContain(
        'Workers Scripts · Edit',
      );
      expect(writes(newCalls())).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'a dry run says what would be, and writes nothing',
    async () => {
      const run = await deploy(['--dry-run'], answers);
      expect(run.exitCode, run.printed).toBe(0);
      expect(run.printed).toContain(`Would change:\na new Worker ${NAME} at ${ADDRESS}`);
      expect(writes(newCalls())).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'the account holds as many KV namespaces as it may: reported, and nothing is uploaded',
    async () => {
      cloudflare.account.namespacesMax = 0;
      const run = await deploy([], answers);
      expect(run.exitCode).toBe(1);
      expect(run.printed).toContain('The KV namespace could not be made (code 10024)');
      expect(cloudflare.account.workers.has(NAME)).toBe(false);
      cloudflare.account.namespacesMax = 1_000;
      newCalls();
    },
    PATIENCE_MS,
  );

  test(
    'ended by a signal while uploading: secrets lay in a file that only its owner reads, and are gone',
    async () => {
      // Whatever is uploaded after the end must not count here.
      cloudflare.fail(/^PUT .*\/workers\/scripts\/pilot-light-edge$/, 500, 10013);
      const upload = cloudflare.hold(/^PUT .*\/workers\/scripts\/pilot-light-edge$/);
      const { child, ended } = startDeploy([], { ...cloudflare.environment(), ...answers }, program);
      await upload.reached;
      const folders = () =>
        readdirSync(tmpdir()).filter((name) => name.startsWith(`pilot-light-deploy-${child.pid}-`));
      const [folder = 'none'] = folders();
      expect(statSync(join(tmpdir(), folder)).mode & 0o777).toBe(0o700);
      expect(statSync(join(tmpdir(), folder, 'secrets.json')).mode & 0o777).toBe(0o600);
      expect(
        commandLines(),
        'a secret on a command line is seen by every program of the machine',
      ).not.toContain(API_KEY);

      child.kill('SIGTERM');
      const run = await ended;
      upload.release();
      printed += run.printed;
      expect(run.exitCode).toBe(130);
      expect(folders(), 'secrets are removed at any end').toEqual([]);
      newCalls();
    },
    PATIENCE_MS,
  );

  test(
    'the upload is refused: reported with its code; the next run uses the namespace that was created',
    async () => {
      cloudflare.account.workers.delete(NAME);
      const [before] = [...cloudflare.account.namespaces.keys()];
      expect(before, 'the run before made it').toBeDefined();
      cloudflare.fail(/^PUT .*\/workers\/scripts\/pilot-light-edge$/, 403, 10037);
      const run = await deploy([], answers);
      expect(run.exitCode).toBe(1);
      expect(run.printed).toContain('Your account holds as many Workers as its plan allows');
      expect([...cloudflare.account.namespaces.keys()]).toEqual([before]);
      newCalls();
    },
    PATIENCE_MS,
  );

  test(
    'from nothing to a line: one command, four questions and one for the data backend, one paste',
    async () => {
      cloudflare.account.subdomain = null;
      cloudflare.account.takenSubdomains.add('babbage');
      const { CLOUDFLARE_API_TOKEN: _, ...env } = cloudflare.environment();
      service.control.connect({ [HOST]: 'status:500' });

      // A wrong address is reported, and asked for again.
      const person = startWithPerson([], { ...env, DATA_API_URL: SERVICE_URL }, program);
      await person.answers(
        'Cloudflare API token, for this run only (Enter opens the page that makes it)',
        '',
      );
      await person.reads('permissionGroupKeys');
      await person.answers('Cloudflare API token (Enter signs in through wrangler instead)', TOKEN);
      await person.answers('A name for your account under workers.dev', 'ada');
      await person.answers('Address of the builder service', SERVICE_URL);
      await person.answers('Your API key of the service', API_KEY);
      await person.reads(`What answers at ${SERVICE_URL} is not the data backend`);
      await person.answers('Address of the data backend (Enter leaves it out)', '');
      await person.reads('#pair=');
      expect(person.answered, 'questions from nothing to the line, the page of the token among them').toBe(6);

      const lines = person.screen().split('\n');
      const pasted = lines.filter((line) => line.includes('#pair='));
      expect(pasted, 'one line to paste, without a frame around it').toHaveLength(1);
      const read = parsePairingLine(pasted[0] ?? '');
      expect(read).toMatchObject({ kind: 'line', address: ADDRESS });

      await person.reads('Waiting for the first browser');
      service.control.connect({ [HOST]: cloudflare.plainUrl(NAME) });
      const code = read.kind === 'line' ? read.code : '';
      const paired = await pair(code);
      expect(paired).toMatchObject({ status: 201, data: { role: 'owner' } });
      await person.reads('Paired: the service sends 17 kinds of events to your edge');
      expect(await person.ended).toBe(0);
      printed += person.screen();

      const again = await pair(code);
      expect(again.status, 'the line is good once').toBe(403);
      expect(writes(newCalls()), 'one upload with everything in it').toEqual([
        'PUT /accounts/A/workers/subdomain',
        `PUT /accounts/A/workers/scripts/${NAME}`,
        `POST /accounts/A/workers/scripts/${NAME}/subdomain`,
      ]);
    },
    PATIENCE_MS,
  );

  test(
    'status shows what is deployed, and doctor finds nothing missing',
    async () => {
      const status = await deploy(['status'], { SERVICE_API_KEY: API_KEY });
      expect(status.exitCode, status.printed).toBe(0);
      expect(status.printed).toMatch(/^webhooks +17 subscriptions send here$/m);
      const doctor = await deploy(['doctor'], { SERVICE_API_KEY: API_KEY });
      expect(doctor.printed).toContain('Nothing is missing.');
      expect(writes(newCalls())).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'run again it upgrades: asks nothing, changes no secret, keeps browsers, says what changed',
    async () => {
      const owner = await pairNewOwner();
      const before = ['SERVICE_API_KEY', 'ENCRYPTION_KEY', 'PAIRING_CODE'].map(secretOf);
      newCalls();
      const wrong = await deploy(['--data-api-url', SERVICE_URL]);
      expect(wrong.exitCode, 'an address that is not the data backend is not deployed').toBe(1);
      expect(writes(newCalls())).toEqual([]);
      const run = await deploy(['--data-api-url', `${DATA_API_URL}/api/v1`], answers);
      expect(run.exitCode, run.printed).toBe(0);
      expect(run.printed).toContain(`DATA_API_URL: not set → ${DATA_API_URL}`);
      expect(run.printed).toContain('SERVICE_API_KEY is not used');
      expect(['SERVICE_API_KEY', 'ENCRYPTION_KEY', 'PAIRING_CODE'].map(secretOf)).toEqual(before);
      expect((await ask('/devices', owner)).status, 'a paired browser stays paired').toBe(200);
      expect(run.line, 'no new way in is made').toBeNull();

      const same = await deploy([]);
      expect(same.printed).toContain('The same version and settings as before.');
      const deployed = cloudflare.account
        .deployed(NAME)
        ?.bindings.find(({ name }) => name === 'DATA_API_URL');
      expect(deployed?.text, 'an upgrade keeps the data backend').toBe(DATA_API_URL);
      const doctor = await deploy(['doctor']);
      expect(doctor.printed).toContain(`The data backend answers: ${DATA_API_URL}`);
    },
    PATIENCE_MS,
  );

  test(
    'the edge never responds: reports what is done and what is not; the next run goes on from there',
    async () => {
      cloudflare.silence(NAME, true);
      const run = await deploy(['--wait', '2']);
      expect(run.exitCode).toBe(1);
      expect(run.printed).toContain(`It is deployed, but ${ADDRESS} does not answer yet.`);
      const status = await deploy(['status']);
      expect(status.exitCode).toBe(1);
      expect(status.printed).toContain('does not answer');
      cloudflare.silence(NAME, false);
      const again = await deploy([]);
      expect(again.exitCode, again.printed).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'an edge without some of its secrets is finished: only what is missing is asked for',
    async () => {
      const version = cloudflare.account.deployed(NAME);
      const kept =
        version?.bindings.filter(({ name }) => name !== 'SERVICE_API_KEY' && name !== 'PAIRING_CODE') ?? [];
      Object.assign(version ?? {}, { bindings: kept });
      const unanswered = await deploy([]);
      expect(unanswered.printed).toContain('set SERVICE_API_KEY. Nothing was deployed.');
      const run = await deploy([], { SERVICE_API_KEY: API_KEY });
      expect(run.exitCode, run.printed).toBe(0);
      expect(secretOf('SERVICE_API_KEY')).toBe(API_KEY);
      expect(
        secretOf('PAIRING_CODE'),
        'an upgrade fills the place of a deleted code, and makes no way in',
      ).toMatch(/ 1970-01-01T00:00:00\.000Z$/);
      newCalls();
    },
    PATIENCE_MS,
  );

  test(
    'rotate-key sets a key that the service takes, and no other',
    async () => {
      const wrong = await deploy(['rotate-key'], { SERVICE_API_KEY: 'not-the-key' });
      expect(wrong.printed).toContain('The service rejected the key');
      expect(writes(newCalls())).toEqual([]);
      const run = await deploy(['rotate-key'], { SERVICE_API_KEY: API_KEY });
      expect(run.printed).toContain('The new key counts from the next call');
      expect(writes(newCalls())).toEqual([`PUT /accounts/A/workers/scripts/${NAME}/secrets`]);

      const { line } = await deploy(['new-owner']);
      const headers = { 'content-type': 'application/json' };
      const send = (method: string, path: string, body: object, own: Record<string, string> = {}) =>
        ask(path, { method, headers: { ...headers, ...own }, body: JSON.stringify(body) });
      const read = parsePairingLine(line ?? '');
      if (read.kind !== 'line') throw new Error('There is no line to paste.');
      const { code } = read;
      const { data: owner } = await send('POST', '/pair', { code, name: 'A command line' });
      const authorization = `Bearer ${(owner as { token: string }).token}`;
      const [project] = (await callService('GET', '/projects')).data;
      const inAnHour = { kind: 'time', at: Date.now() + 3_600_000 };
      const guard = `/guards/${project.projectId}`;
      await callService('PATCH', `/projects/${project.projectId}/credit-limits`, {
        maxDevelopmentCreditsPerMonth: 100,
      });
      const raise = { kind: 'raise', credits: 50, until: inAnHour };
      expect(await send('PUT', guard, raise, { authorization })).toMatchObject({ status: 200 });
      // What strangers are told of the object may be a second old.
      await expect
        .poll(async () => ((await ask('/health?waiting')).data as { open: string[] }).open, {
          timeout: 10_000,
        })
        .toEqual(['something']);
      newCalls();
      const held = await deploy(['rotate-key'], { SERVICE_API_KEY: API_KEY });
      expect([held.exitCode, held.printed]).toEqual([
        1,
        expect.stringContaining('Caps of projects may be overridden'),
      ]);
      expect(writes(newCalls())).toEqual([]);
      const forced = await deploy(['rotate-key', '--confirm', NAME], { SERVICE_API_KEY: API_KEY });
      expect(forced.exitCode, forced.printed).toBe(0);

      const before = secretOf('ENCRYPTION_KEY');
      expect((await deploy(['rotate-key', '--encryption'])).exitCode, 'not without a yes').toBe(1);
      expect(secretOf('ENCRYPTION_KEY')).toBe(before);
      expect((await deploy(['rotate-key', '--encryption', '--confirm', NAME])).exitCode).toBe(0);
      expect(secretOf('ENCRYPTION_KEY')).not.toBe(before);
    },
    PATIENCE_MS,
  );

  test(
    'lock signs out every browser, and its line is the way back in',
    async () => {
      const owner = await pairNewOwner();
      expect((await ask('/devices', owner)).status).toBe(200);
      const again = await pairNewOwner('lock');
      expect((await ask('/devices', owner)).status).toBe(401);
      expect((await ask('/devices', again)).data).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  test.each(['new-owner', 'lock'])(
    'where others read the lines, %s prints no line to paste and changes nothing',
    async (command) => {
      newCalls();
      const run = await deploy([command], { CI: 'true' });
      expect(run.exitCode).toBe(1);
      expect(run.line).toBeNull();
      expect(run.printed).toContain('make it on your own machine');
      expect(writes(newCalls())).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'remove asks twice, deletes our webhooks and no other, then the edge and what it keeps',
    async () => {
      const [project] = (await callService('GET', '/projects')).data;
      const foreign = await callService('PUT', '/webhooks', {
        url: 'https://other.test/hook',
        event: 'cron.job.paused',
        projectIds: [project.projectId],
      });
      expect((await deploy(['remove'], answers)).printed).toContain(`--confirm ${NAME}`);
      newCalls();

      const person = startWithPerson(
        ['remove'],
        { ...cloudflare.environment(), SERVICE_API_KEY: API_KEY },
        program,
      );
      await person.reads('Remove the edge?');
      person.type(KEYS.left);
      await person.answers('● Yes', '');
      await person.answers('Type the name of the Worker', NAME);
      expect(await person.ended, person.screen()).toBe(0);
      printed += person.screen();
      expect(person.screen()).toContain('Deleted 17 webhooks at the service');
      expect(writes(newCalls())).toEqual([
        `DELETE /accounts/A/workers/scripts/${NAME}`,
        expect.stringMatching(/^DELETE \/accounts\/A\/storage\/kv\/namespaces\//),
      ]);
      const left = (await callService('GET', '/webhooks')).data.webhooks as { id: string; url: string }[];
      expect(
        left.map(({ id }) => id),
        'what others have registered stays',
      ).toContain(foreign.data.id);
      expect(left.filter(({ url }) => url.startsWith(ADDRESS))).toEqual([]);
      expect((await deploy(['remove'], answers)).printed).toContain('There is nothing left');
    },
    PATIENCE_MS,
  );

  test('no secret was printed, and the stand-in got no unknown request', () => {
    for (const secret of [API_KEY, TOKEN, secretOf('ENCRYPTION_KEY')].filter((one) => one !== undefined))
      expect(printed).not.toContain(secret);
    expect(cloudflare.unknownCalls, 'wrangler has calls that the stand-in has to learn').toEqual([]);
  });
}

const pair = (code: string) =>
  ask('/pair', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'A browser' }),
  });

async function pairNewOwner(command = 'new-owner'): Promise<RequestInit> {
  const run = await deploy([command]);
  const read = parsePairingLine(run.line ?? '');
  const code = read.kind === 'line' ? read.code : '';
  const { data } = await pair(code);
  return { headers: { authorization: `Bearer ${(data as { token: string }).token}` } };
}

async function callService(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/api/v1/vcaas${path}`, {
    method,
    headers: { 'api-key': API_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return (await response.json()) as any;
}

/** The command lines of all programs that run. */
const commandLines = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
