import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import { type Cloudflare, startCloudflare, TOKEN } from './cloudflare.ts';
import { runDeploy } from './deploy-command.ts';

/** `npm run deploy` when what it is told is not what Cloudflare should say. */

const API_KEY = 'canary-service-key-40aa';
const PATIENCE_MS = 120_000;
const answers = { SERVICE_URL: 'https://service.test', SERVICE_API_KEY: API_KEY };

let service: LocalService;
let cloudflare: Cloudflare;
let elsewhere: Awaited<ReturnType<typeof startElsewhere>>;

beforeEach(async () => {
  service = await startLocalService({ demo: 'calm', apiKey: API_KEY });
  cloudflare = await startCloudflare({ 'service.test': service.url });
  elsewhere = await startElsewhere();
});
afterEach(async () => {
  await elsewhere.stop();
  await cloudflare.stop();
  await service.stop();
});

const deploy = (args: readonly string[]) => runDeploy(args, { ...cloudflare.environment(), ...answers });

test(
  'the name of an account can’t command the terminal, nor stand for a line of ours',
  async () => {
    cloudflare.account.name = 'Ada\u001b]0;owned\u0007\u001b[2K\u009b1A\nUpgraded.';
    const { printed } = await deploy(['status']);
    expect(printed).not.toMatch(/[^\P{Cc}\n]/u);
    expect(printed).toMatch(/^Cloudflare account: Ada.*Upgraded\.$/m);
  },
  PATIENCE_MS,
);

test.each(['../../user', 'A'.repeat(32), `${'a'.repeat(32)}/..`])(
  'an account’s id “%s” is put into no path, given or listed',
  async (id) => {
    const given = await deploy(['status', '--account', id]);
    expect(given.exitCode).toBe(1);
    expect(given.printed).toContain('is no id of a Cloudflare account');
    expect(cloudflare.calls).toEqual([]);

    cloudflare.account.id = id;
    const listed = await deploy(['status']);
    expect(listed.exitCode).toBe(1);
    expect(listed.printed).toContain('in a form that this program does not know');
    expect(cloudflare.calls).toEqual(['GET /accounts']);
  },
  PATIENCE_MS,
);

test(
  'a subdomain that is none makes no address',
  async () => {
    cloudflare.account.subdomain = 'evil.test/#';
    const run = await deploy(['--dry-run']);
    expect(run.exitCode).toBe(1);
    expect(run.printed).toContain(
      'GET /accounts/…/workers/subdomain in a form that this program does not know',
    );
    expect(run.printed).not.toContain('evil');
  },
  PATIENCE_MS,
);

test(
  'a list without an end is read for twenty pages, and what was not read is said',
  async () => {
    for (let at = 0; at < 2_100; at++)
      cloudflare.account.namespaces.set(at.toString(16).padStart(32, '0'), `namespace ${at}`);
    const pages = () => cloudflare.calls.splice(0).filter((call) => call.endsWith('/namespaces'));
    const run = await deploy([]);
    expect(run.exitCode).toBe(1);
    expect(run.printed).toContain('Only the first 2000 KV namespaces of this account were read');
    expect(pages()).toHaveLength(20);
    expect(cloudflare.account.namespaces.size, 'nothing is made that may be there').toBe(2_100);
    const doctor = await deploy(['doctor']);
    expect(doctor.printed).toContain('2000 namespaces, and perhaps more, which were not read');
  },
  PATIENCE_MS,
);

test(
  'a redirect of a read is not followed: the token goes nowhere else',
  async () => {
    cloudflare.redirect(/^GET .*\/workers\/services\//, elsewhere.url);
    const run = await deploy(['status']);
    expect(run.exitCode).toBe(1);
    expect(run.printed).toContain('sends GET /accounts/…/workers/services/pilot-light-edge elsewhere');
    expect(elsewhere.requests).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'a redirect in the middle of an upload is not followed: no secret goes anywhere else',
  async () => {
    cloudflare.redirect(/^PUT .*\/workers\/scripts\/pilot-light-edge$/, elsewhere.url);
    const run = await deploy([]);
    expect(elsewhere.requests, 'sent on with its body').toHaveLength(0);
    expect(run.exitCode, run.printed).toBe(1);
    expect(run.printed).toContain('sends the upload elsewhere. It was not followed');
    expect(run.line).toBeNull();
    for (const secret of [API_KEY, TOKEN]) expect(run.printed).not.toContain(secret);
  },
  PATIENCE_MS,
);

/** Another host: answers everything, and keeps what it was sent. */
async function startElsewhere() {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(`${request.method} ${JSON.stringify(request.headers)} ${body}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
