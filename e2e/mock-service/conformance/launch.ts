import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { anyText, boolean, fieldRows, isoTime, list, oneOf, record, text } from './fields.ts';
import { notProvable, type Row, row, type Section } from './row.ts';

const FILE = { name: 'logo.png', content: 'aGVsbG8=', description: 'Our logo' };
const LINK = { name: 'brief.pdf', url: 'https://files.test/brief.pdf' };
const TOKEN = 'tool_0123456789abcdef';

/** A launch with everything in it. */
async function full(bench: Bench): Promise<Record<string, unknown>> {
  bench.control.addGroup({ groupId: 'g1', name: 'Clients', own: true, full: false });
  const reply = await bench.launch({
    description: 'Recipes',
    label: 'Recipe box',
    groupId: 'g1',
    files: [FILE, LINK],
    secrets: [{ secretName: 'API_TOKEN', secretValue: 'very-secret', environment: 'production' }],
    designtool: { token: TOKEN },
  });
  expect(reply.status).toBe(200);
  expect(reply.text).not.toContain('very-secret');
  expect(reply.text).not.toContain(TOKEN);
  return reply.data;
}

function refusal(status: number, code: string, when: string, body: Record<string, unknown>): Row {
  return row(`${code} ${status}: ${when}`, async (bench) => {
    bench.control.addGroup({ groupId: 'full', name: 'Full', own: true, full: true });
    bench.control.addGroup({ groupId: 'theirs', name: 'Theirs', own: false, full: false });
    await bench.refused(() => bench.launch(body), status, code);
  });
}

const secret = (secretName: string) => ({ secretName, secretValue: 'x' });
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

export const LAUNCH: Section[] = [
  {
    section: 'Endpoints: Launch Project, request',
    rows: [
      row('projectId: a taken one gets a suffix, without an error', async (bench) => {
        bench.project('recipes');
        const { data } = await bench.launch();
        expect([data.projectId, data.requestedProjectId]).toEqual([
          expect.stringMatching(/^recipes-[a-z0-9]{2}$/),
          'recipes',
        ]);
        expect((await bench.launch()).data.projectId).not.toBe(data.projectId);
        expect(await bench.ids()).toContain(data.projectId);
      }),
      row('projectId: another account’s name is taken too', async (bench) => {
        bench.control.takeNames('recipes');
        expect((await bench.launch()).data.projectId).toMatch(/^recipes-[a-z0-9]{2}$/);
      }),
      row('prompt: run as the first prompt', async (bench) => {
        await bench.launch({ prompt: '  A recipe box\n' });
        const { data } = await bench.call('GET', '/projects/recipes/agent/status');
        expect(data).toMatchObject({ status: 'init' });
        expect(data.realtimeConversation[0]).toMatchObject({ author: 'user', message: '  A recipe box\n' });
      }),
      row('model: one that is not available is ignored and told', async (bench) => {
        const odd = await bench.launch({ projectId: 'odd-model', model: { toString: 1 } });
        expect(odd.data.agent).toMatchObject({ started: true, warnings: [expect.any(String)] });
        const { data } = await bench.launch({ model: 'gpt' });
        expect(data.agent).toMatchObject({ started: true, warnings: [expect.stringContaining('model')] });
        expect(
          (await bench.launch({ projectId: 'other', model: 'sonnet' })).data.agent.warnings,
        ).toBeUndefined();
      }),
      row('effort: an invalid one is ignored and told', async (bench) => {
        const { data } = await bench.launch({ effort: 'extreme' });
        expect(data.agent.warnings).toEqual([expect.stringContaining('effort')]);
        for (const known of ['low', 'medium', 'high', 'xhigh']) {
          const { data } = await bench.launch({ projectId: `with-${known}`, effort: known });
          expect(data.agent.warnings).toBeUndefined();
        }
      }),
      row('fastMode: ignored with sonnet and told', async (bench) => {
        const { data } = await bench.launch({ model: 'sonnet', fastMode: true });
        expect(data.agent.warnings).toEqual([expect.stringContaining('fastMode')]);
        const opus = await bench.launch({ projectId: 'other', fastMode: true });
        expect(opus.data.agent.warnings).toBeUndefined();
        expect(bench.control.workOf('other').runs).toMatchObject([{ choice: { fastMode: true } }]);
      }),
      row('description: at most 500 characters', async (bench) => {
        expect((await bench.launch({ description: 'x'.repeat(500) })).status).toBe(200);
        const ask = () => bench.launch({ projectId: 'other', description: 'x'.repeat(501) });
        await bench.refused(ask, 400, 'LAUNCH_PROJECT_ERROR');
      }),
      row('label: at most 80 characters', async (bench) => {
        expect((await bench.launch({ label: 'x'.repeat(80) })).data.label).toHaveLength(80);
        const ask = () => bench.launch({ projectId: 'other', label: 'x'.repeat(81) });
        await bench.refused(ask, 400, 'LAUNCH_PROJECT_ERROR');
      }),
      row('groupId: one of the caller that has room', async (bench) => {
        bench.control.addGroup({ groupId: 'g1', name: 'Clients', own: true, full: false });
        expect((await bench.launch({ groupId: 'g1' })).data.groupId).toBe('g1');
      }),
      row('engineVersion v2 requires the current engine; its refusal creates nothing', async (bench) => {
        bench.control.setAccount({ v2OptIn: false });
        await bench.refused(() => bench.launch({ engineVersion: 'v2' }), 400, 'LAUNCH_PROJECT_ERROR');
      }),
      row('engineVersion legacy makes a legacy project', async (bench) => {
        await bench.launch({ engineVersion: 'legacy' });
        expect((await bench.call('GET', '/projects/recipes')).data.engineVersion).toBeUndefined();
      }),
      row('files: a url is passed untouched', async (bench) => {
        expect((await bench.launch({ files: [LINK] })).data.files[0].url).toBe(LINK.url);
      }),
      row('files: content costs UPLOAD_FILE for each, a url nothing', async (bench) => {
        const { UPLOAD_FILE, CREATE_PROJECT } = (await bench.call('GET', '/credit-costs')).data.creditCosts;
        const plain = await bench.cost(() => bench.launch({ files: [LINK] }));
        const files = [FILE, FILE, LINK];
        const withFiles = await bench.cost(() => bench.launch({ projectId: 'other', files }));
        expect(plain).toBe(CREATE_PROJECT + 10);
        expect(withFiles - plain).toBeCloseTo(2 * UPLOAD_FILE, 6);
      }),
      row('files: content of many megabytes', async (bench) => {
        const content = 'A'.repeat(16 * 1024 * 1024);
        expect((await bench.launch({ files: [{ name: 'plan.pdf', content }] })).status).toBe(200);
      }),
      row('files: a data: prefix is stripped', async (bench) => {
        const content = 'data:image/png;base64,aGVsbG8=';
        const { data } = await bench.launch({ files: [{ name: 'a.png', content }] });
        expect(await bench.file(data.files[0].url)).toEqual({ status: 200, text: 'hello' });
      }),
      row('files: content is uploaded as it is, under a signed address', async (bench) => {
        const { url } = (await bench.launch({ files: [FILE] })).data.files[0];
        expect(await bench.file(url)).toEqual({ status: 200, text: 'hello' });
        expect((await bench.file(url.replace(/signature=.*/, 'signature='))).status).toBe(403);
      }),
      row('files: imageDescription is another name of description', async (bench) => {
        const { data } = await bench.launch({ files: [{ ...LINK, imageDescription: 'The brief' }] });
        expect(data.files[0].imageDescription).toBe('The brief');
      }),
      row('creditLimits: default no development cap and 250 infrastructure', async (bench) => {
        expect((await bench.launch()).data.creditLimits).toEqual({
          maxDevelopmentCreditsPerMonth: null,
          maxInfrastructureCreditsPerMonth: 250,
        });
      }),
      row('creditLimits: applied at creation, so that they cover the first run', async (bench) => {
        await bench.launch({ creditLimits: { maxDevelopmentCreditsPerMonth: 14.5 } });
        await bench.control.advance(40 * 60_000);
        const { data } = await bench.call('GET', '/projects/recipes/credit-limits');
        expect(data.usedThisMonth.development).toBe(14.5);
        const { realtimeConversation } = (await bench.call('GET', '/projects/recipes/agent/status')).data;
        expect(realtimeConversation.at(-1).messageType).toBe('limit-reached');
      }),
      row(
        'creditLimits: a cap that creation alone reaches keeps the run from starting, and is reported',
        async (bench) => {
          await bench.hook('project.credit_limit.reached');
          const { data } = await bench.launch({ creditLimits: { maxDevelopmentCreditsPerMonth: 3 } });
          expect(data.agent.started).toBe(false);
          expect(data.warnings[0].errorCode).toBe('PROJECT_CREDIT_LIMIT_REACHED');
          expect(await bench.arrived()).toHaveLength(1);
        },
      ),
      row('secrets: environment is both unless told', async (bench) => {
        const { data } = await bench.launch({ secrets: [secret('A')] });
        expect(data.secrets[0]).toMatchObject({ secretName: 'A', environment: 'both' });
      }),
      row('designtool: a bad token costs nothing and creates nothing', async (bench) => {
        const ask = () => bench.launch({ designtool: { token: 'tool_invalid0123456789' } });
        await bench.refused(ask, 400, 'DESIGNTOOL_TOKEN_INVALID');
        expect((await bench.call('GET', '/projects')).data).toEqual([]);
      }),
    ],
  },
  {
    section: 'Endpoints: Launch Project, response',
    rows: [
      ...fieldRows('launched', full, {
        projectId: oneOf('recipes'),
        requestedProjectId: oneOf(undefined),
        description: anyText,
        plan: oneOf('api'),
        createdAt: isoTime,
        label: text,
        groupId: text,
        creditLimits: record,
        files: list,
        secrets: list,
        designtool: record,
        agent: record,
        warnings: (value) => Array.isArray(value) && value.length === 0,
      }),
      ...fieldRows('agent', async (bench) => (await full(bench)).agent as Record<string, unknown>, {
        started: boolean,
        status: oneOf('init'),
        message: text,
      }),
      row('designtool: connected, with its account', async (bench) => {
        const account = { id: expect.any(String), handle: expect.any(String), email: expect.any(String) };
        expect((await full(bench)).designtool).toMatchObject({ connected: true, account });
      }),
      row('files and secrets are empty lists when none were sent; designtool is absent', async (bench) => {
        const { data } = await bench.launch();
        expect([data.files, data.secrets, data.designtool]).toEqual([[], [], undefined]);
      }),
      row('a step that failed is not in the answer: the stored limits are the defaults', async (bench) => {
        const warning = { step: 'creditLimits', errorCode: 'STEP_FAILED', errorMessage: 'Retry with PATCH' };
        bench.control.setOutcomes({ launchWarnings: [warning] });
        const { data } = await bench.launch({ creditLimits: { maxInfrastructureCreditsPerMonth: 7 } });
        expect(data.creditLimits.maxInfrastructureCreditsPerMonth).toBe(250);
      }),
      ...(['creditLimits', 'secrets', 'designtool', 'files'] as const).map((step) =>
        row(`warnings: step ${step}, while the project exists`, async (bench) => {
          const warning = { step, errorCode: 'STEP_FAILED', errorMessage: 'Retry with PATCH' };
          bench.control.setOutcomes({ launchWarnings: [warning] });
          const reply = await bench.launch({ files: [FILE], designtool: { token: TOKEN } });
          expect(reply.data.warnings).toEqual([warning]);
          expect((await bench.call('GET', '/projects/recipes')).status).toBe(200);
        }),
      ),
    ],
  },
  {
    section: 'Resources: Attachment and secret records',
    rows: [
      ...fieldRows('attachment', async (bench) => ((await full(bench)).files as never[])[0] as never, {
        name: oneOf('logo.png'),
        imageDescription: oneOf('Our logo'),
        url: text,
      }),
      row('an attachment without a description has an empty one', async (bench) => {
        expect((await bench.launch({ files: [LINK] })).data.files[0].imageDescription).toBe('');
      }),
      ...fieldRows('secret', async (bench) => ((await full(bench)).secrets as never[])[0] as never, {
        _id: text,
        secretName: oneOf('API_TOKEN'),
        environment: oneOf('production'),
        secretValue: oneOf(undefined),
      }),
    ],
  },
  {
    section: 'Errors: Launch Project',
    rows: [
      refusal(400, 'MISSING_PROMPT', 'missing', { prompt: undefined }),
      refusal(400, 'MISSING_PROMPT', 'blank', { prompt: '  ' }),
      refusal(400, 'INVALID_FILES', 'not a list', { files: {} }),
      refusal(400, 'INVALID_FILES', 'an entry is no object', { files: ['a'] }),
      refusal(400, 'TOO_MANY_FILES', 'eleven', { files: many(11, () => LINK) }),
      refusal(400, 'INVALID_FILE_NAME', 'no name', { files: [{ url: LINK.url }] }),
      refusal(400, 'INVALID_FILE_SOURCE', 'neither', { files: [{ name: 'a' }] }),
      refusal(400, 'INVALID_FILE_SOURCE', 'both', { files: [{ ...FILE, ...LINK }] }),
      refusal(400, 'INVALID_FILE_URL', 'a private address', {
        files: [{ name: 'a', url: 'http://10.0.0.1/a' }],
      }),
      refusal(400, 'INVALID_FILE_URL', 'another scheme', {
        files: [{ name: 'a', url: 'ftp://files.test/a' }],
      }),
      refusal(400, 'INVALID_FILE_CONTENT', 'not base64', { files: [{ name: 'a', content: '#' }] }),
      refusal(400, 'INVALID_SECRETS', 'not a list', { secrets: 'A=1' }),
      refusal(400, 'TOO_MANY_SECRETS', 'fifty-one', { secrets: many(51, (i) => secret(`A${i}`)) }),
      refusal(400, 'MISSING_SECRET_FIELDS', 'no value', { secrets: [{ secretName: 'A' }] }),
      refusal(400, 'MISSING_SECRET_FIELDS', 'no name', { secrets: [{ secretValue: 'x' }] }),
      refusal(400, 'MISSING_SECRET_FIELDS', 'an empty name', {
        secrets: [{ secretName: '', secretValue: 'x' }],
      }),
      refusal(400, 'DUPLICATE_SECRET_NAME', 'twice', { secrets: [secret('A'), secret('A')] }),
      refusal(400, 'INVALID_SECRET_ENVIRONMENT', 'unknown', {
        secrets: [{ ...secret('A'), environment: 'test' }],
      }),
      refusal(400, 'INVALID_CREDIT_LIMITS', 'no object', { creditLimits: 5 }),
      refusal(400, 'INVALID_LIMIT', 'zero', { creditLimits: { maxDevelopmentCreditsPerMonth: 0 } }),
      refusal(400, 'INVALID_LIMIT', 'text', { creditLimits: { maxInfrastructureCreditsPerMonth: '5' } }),
      refusal(400, 'INVALID_DESIGNTOOL', 'no object', { designtool: 'token' }),
      refusal(400, 'MISSING_DESIGNTOOL_TOKEN', 'empty', { designtool: { token: '' } }),
      refusal(400, 'DESIGNTOOL_TOKEN_MALFORMED', 'short', { designtool: { token: 'abc' } }),
      refusal(400, 'DESIGNTOOL_TOKEN_INVALID', 'rejected', { designtool: { token: 'tool_invalid012345' } }),
      refusal(400, 'DESIGNTOOL_TOKEN_FORBIDDEN', 'no scope', { designtool: { token: 'tool_forbidden0123' } }),
      refusal(400, 'DESIGNTOOL_RATE_LIMITED', 'by the tool', { designtool: { token: 'tool_ratelimited01' } }),
      refusal(400, 'DESIGNTOOL_UNREACHABLE', 'down', { designtool: { token: 'tool_unreachable01' } }),
      refusal(400, 'MISSING_PROJECT_ID', 'missing', { projectId: undefined }),
      refusal(400, 'INVALID_PROJECT_NAME', 'capitals', { projectId: 'Recipes' }),
      refusal(400, 'INVALID_PROJECT_NAME', 'a digit first', { projectId: '1recipes' }),
      refusal(400, 'RESERVED_PROJECT_NAME', '-dev- in it', { projectId: 'my-dev-site' }),
      refusal(400, 'INVALID_PROJECT_NAME_LENGTH', 'three characters', { projectId: 'abc' }),
      refusal(400, 'INVALID_PROJECT_NAME_LENGTH', 'thirty-six', { projectId: 'a'.repeat(36) }),
      refusal(400, 'INVALID_PROJECT_GROUP', 'unknown', { groupId: 'nope' }),
      refusal(400, 'INVALID_PROJECT_GROUP', "another account's", { groupId: 'theirs' }),
      refusal(400, 'INVALID_PROJECT_GROUP', 'full', { groupId: 'full' }),
      refusal(400, 'LAUNCH_PROJECT_ERROR', 'could not be created, the message says why', {
        engineVersion: 'v9',
      }),
      row('INSUFFICIENT_CREDITS 402: for the project, its files or a run', async (bench) => {
        bench.control.setAccount({ recurrentCredits: 0, oneTimeCredits: 5 });
        await bench.refused(() => bench.launch(), 402, 'INSUFFICIENT_CREDITS');
      }),
      row('MAX_PROJECTS_REACHED 403, with its details', async (bench) => {
        bench.control.setPlan('basic');
        bench.control.setAccount({ plan: { maxProjects: 1 } });
        bench.project('first');
        const details = { maxProjects: 1, projectsUsed: 1, plan: 'basic', upgradePlan: 'professional' };
        await bench.refused(() => bench.launch(), 403, 'MAX_PROJECTS_REACHED', details);
      }),
      row('PROJECT_ALREADY_EXISTS 409: the name and six candidates taken', async (bench) => {
        bench.control.takeNames('recipes', 'recipes-*');
        await bench.refused(() => bench.launch(), 409, 'PROJECT_ALREADY_EXISTS');
      }),
      row('RATE_LIMITED 429: an eleventh token check within a minute', async (bench) => {
        const body = { designtool: { token: 'tool_invalid012345' } };
        for (let check = 0; check < 10; check += 1) await bench.launch(body);
        await bench.refused(() => bench.launch(body), 429, 'RATE_LIMITED');
        await bench.control.advance(60_000);
        await bench.refused(() => bench.launch(body), 400, 'DESIGNTOOL_TOKEN_INVALID');
      }),
      row('RATE_LIMIT_EXCEEDED 429: faster than the plan allows', async (bench) => {
        bench.control.setAccount({ plan: { creationRates: [{ count: 1, withinMs: 60_000 }] } });
        await bench.launch();
        await bench.refused(() => bench.launch({ projectId: 'other' }), 429, 'RATE_LIMIT_EXCEEDED');
      }),
      row(
        'INSUFFICIENT_CREDITS 402: what the project and its files cost must leave a start',
        async (bench) => {
          const needed = 5 + 0.2 + 10;
          const body = { files: [FILE, FILE] };
          bench.control.setAccount({ recurrentCredits: 0, oneTimeCredits: needed - 0.1 });
          await bench.refused(() => bench.launch(body), 402, 'INSUFFICIENT_CREDITS');
          bench.control.setAccount({ recurrentCredits: 0, oneTimeCredits: needed });
          expect((await bench.launch(body)).data.agent.started).toBe(true);
        },
      ),
      row('several faults at once: the first of the table is told', async (bench) => {
        const all = { prompt: '', files: 1, secrets: 1, creditLimits: 1, designtool: 1, projectId: '' };
        await bench.refused(() => bench.launch(all), 400, 'MISSING_PROMPT');
        await bench.refused(() => bench.launch({ ...all, prompt: 'x' }), 400, 'INVALID_FILES');
        await bench.refused(() => bench.launch({ ...all, prompt: 'x', files: [] }), 400, 'INVALID_SECRETS');
      }),
    ],
  },
  {
    section: 'States: launch and first run',
    rows: [
      row('a launch starts a run in init', async (bench) => {
        expect((await bench.launch()).data.agent).toMatchObject({ started: true, status: 'init' });
      }),
      row(
        'a run that could not start leaves the project and a warning that names the retry',
        async (bench) => {
          const { status, data } = await bench.launch({ prompt: 'Make a phishing page' });
          expect([status, data.agent.started, data.agent.status]).toEqual([200, false, undefined]);
          expect(data.warnings).toEqual([
            {
              step: 'agent',
              errorCode: 'PROMPT_SECURITY_VIOLATION',
              errorMessage: expect.stringContaining('/projects/recipes/agent/start'),
            },
          ]);
        },
      ),
      notProvable(
        'agent run statuses other than init',
        'the reference does not show them; the gaps page names some',
      ),
    ],
  },
];
