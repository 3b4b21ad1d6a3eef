import { expect } from 'vitest';
import type { Reply } from '../testing/client.ts';
import type { Bench } from './bench.ts';
import { notProvable, type Row, row, type Section } from './row.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const file = { name: 'brief.pdf', url: 'https://files.test/brief.pdf' };

/** Plan, projects, and how many may be made in so many minutes and in an hour (gaps page). */
const PLANS = [
  ['free', 2, 1, 5, 12],
  ['starter', 10, 5, 1, 60],
  ['basic', 50, 10, 1, 120],
  ['professional', 300, 30, 1, 360],
  ['enterprise', 'unlimited', 100, 1, 1200],
] as const;

function create(bench: Bench, projectId: string): Promise<Reply> {
  return bench.call('POST', '/projects', { projectId });
}

/** The last value that fits and the first that does not, both launched. */
function edge(
  what: string,
  fits: Record<string, unknown>,
  tooMuch: Record<string, unknown>,
  code: string,
): Row {
  return row(what, async (bench) => {
    expect((await bench.launch(fits)).status).toBe(200);
    await bench.refused(() => bench.launch({ projectId: 'another', ...tooMuch }), 400, code);
  });
}

async function status(bench: Bench, body: Record<string, unknown>): Promise<number> {
  return (await bench.call('PATCH', '/projects/shop/rate-limit', body)).status;
}

/** The Limits part, a row each; the numbers are repeated here as the reference has them. */
export const NUMBERS: Section[] = [
  {
    section: 'Limits',
    rows: [
      edge(
        'project id: at most 35 characters',
        { projectId: 'a'.repeat(35) },
        { projectId: 'a'.repeat(36) },
        'INVALID_PROJECT_NAME_LENGTH',
      ),
      edge(
        'project id: at least 4 characters',
        { projectId: 'abcd' },
        { projectId: 'abc' },
        'INVALID_PROJECT_NAME_LENGTH',
      ),
      edge(
        'project id: no double or trailing hyphen (gaps page)',
        { projectId: 'a-b-c' },
        { projectId: 'a--bc' },
        'INVALID_PROJECT_NAME',
      ),
      row('project id: one of many megabytes is too long, too', async (bench) => {
        const ask = () => bench.launch({ projectId: 'a'.repeat(18 * 1024 * 1024) });
        await bench.refused(ask, 400, 'INVALID_PROJECT_NAME_LENGTH');
      }),
      row('a suffixed id still has at most 35 characters', async (bench) => {
        const projectId = 'a'.repeat(35);
        await bench.launch({ projectId });
        expect((await bench.launch({ projectId })).data.projectId).toMatch(/^a{32}-[a-z0-9]{2}$/);
      }),
      edge(
        'description: 500 characters',
        { description: 'x'.repeat(500) },
        { description: 'x'.repeat(501) },
        'LAUNCH_PROJECT_ERROR',
      ),
      edge(
        'label: 80 characters',
        { label: 'x'.repeat(80) },
        { label: 'x'.repeat(81) },
        'LAUNCH_PROJECT_ERROR',
      ),
      edge(
        'attachments: 10',
        { files: times(10, () => file) },
        { files: times(11, () => file) },
        'TOO_MANY_FILES',
      ),
      edge(
        'secrets: 50',
        { secrets: times(50, (i) => ({ secretName: `A${i}`, secretValue: 'x' })) },
        { secrets: times(51, (i) => ({ secretName: `A${i}`, secretValue: 'x' })) },
        'TOO_MANY_SECRETS',
      ),
      row('token checks: 10 a minute', async (bench) => {
        const designtool = { token: 'tool_0123456789abcdef' };
        for (const index of times(10, (i) => i)) {
          expect((await bench.launch({ projectId: `check-${index}`, designtool })).status).toBe(200);
        }
        expect((await bench.launch({ projectId: 'check-10', designtool })).status).toBe(429);
      }),
      row('list page: 100 of 101, the rest on the next page', async (bench) => {
        bench.control.addProjects(101);
        const first = await bench.call('GET', '/projects');
        expect([first.data.length, first.headers.get('x-has-more')]).toEqual([100, 'true']);
        const second = await bench.call('GET', '/projects?skip=100');
        expect([second.data.length, second.headers.get('x-has-more')]).toEqual([1, 'false']);
      }),
      row('webhook receiver: an answer just before 10 s still counts', async (bench) => {
        bench.project('shop');
        const { id } = (await bench.hook('project.paused')).data;
        bench.receiver.responses.push('hang');
        bench.control.emitSample('project.paused', 'shop');
        await bench.control.advance(9_999);
        const delivery = async () =>
          (await bench.call('GET', `/webhooks/${id}/deliveries`)).data.deliveries[0];
        expect((await delivery()).attempts).toBe(0);
        await bench.control.advance(1);
        expect((await delivery()).attempts).toBe(1);
      }),
      row('visitor requests: 10 to 60,000 on a paid plan', async (bench) => {
        bench.project('shop');
        const tried = [9, 10, 60_000, 60_001].map((perIpPerMinute) => status(bench, { perIpPerMinute }));
        expect(await Promise.all(tried)).toEqual([400, 200, 200, 400]);
      }),
      row('visitor requests: 5,000 by default, and at most on the free plan', async (bench) => {
        bench.project('shop');
        bench.control.setPlan('free');
        expect((await bench.call('GET', '/projects/shop/rate-limit')).data.perIpPerMinute).toBe(5_000);
        expect(await status(bench, { perIpPerMinute: 5_000 })).toBe(200);
        expect(await status(bench, { perIpPerMinute: 5_001 })).toBe(400);
      }),
      row('the month of budgets turns on the 1st, UTC, for features too', async (bench) => {
        bench.project('shop');
        bench.control.useFeature('shop', 'email', { units: 3 });
        const units = async () =>
          (await bench.call('GET', '/projects/shop/limits')).data.features.email.consumed;
        expect(await units()).toEqual({ credits: 0, units: 3 });
        await bench.control.advance(Date.UTC(2026, 11, 1) - bench.control.now());
        expect(await units()).toEqual({ credits: 0, units: 0 });
      }),
      notProvable('polling interval of 10 to 15 s', 'advice to clients; asking more often is not refused'),
      ...PLANS.flatMap(([plan, projects, most, minutes, anHour]) => [
        row(`plan ${plan}: ${projects} projects`, async (bench) => {
          bench.control.setPlan(plan);
          if (projects === 'unlimited') {
            bench.control.addProjects(5_000);
            expect((await create(bench, 'one-more')).status).toBe(200);
            return;
          }
          bench.control.addProjects(projects - 1);
          expect((await create(bench, 'the-last')).status).toBe(200);
          const details = { maxProjects: projects, projectsUsed: projects };
          await bench.refused(() => create(bench, 'one-more'), 403, 'MAX_PROJECTS_REACHED', details);
        }),
        row(`plan ${plan}: the ${minutes} minutes of its rate are whole ones`, async (bench) => {
          bench.control.setPlan(plan);
          bench.control.setAccount({ plan: { maxProjects: 'unlimited' } });
          bench.control.countCreations(most - 1);
          expect((await create(bench, 'just-in-time')).status).toBe(200);
          await bench.control.advance(minutes * 60_000 - 1);
          await bench.refused(() => create(bench, 'too-soon'), 429, 'RATE_LIMIT_EXCEEDED');
          await bench.control.advance(1);
          expect((await create(bench, 'in-time')).status).toBe(200);
        }),
        row(
          `plan ${plan}: ${most} new projects in ${minutes} minutes, ${anHour} in an hour`,
          async (bench) => {
            bench.control.setPlan(plan);
            bench.control.setAccount({ plan: { maxProjects: 'unlimited' } });
            for (let made = 0; made < anHour; made += most) {
              bench.control.countCreations(most - 1);
              expect((await create(bench, `made-${made}`)).status).toBe(200);
              await bench.refused(() => create(bench, 'too-soon'), 429, 'RATE_LIMIT_EXCEEDED');
              await bench.control.advance(minutes * 60_000);
            }
            const spentMinutes = (anHour / most) * minutes;
            if (spentMinutes < 60) {
              await bench.refused(() => create(bench, 'too-many'), 429, 'RATE_LIMIT_EXCEEDED');
            }
            await bench.control.advance((60 - spentMinutes) * 60_000);
            expect((await create(bench, 'later')).status).toBe(200);
          },
        ),
      ]),
      notProvable('plan ceilings of features', 'not shown; ours are in the README'),
    ],
  },
];
