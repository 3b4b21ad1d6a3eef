import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { type LocalService, startLocalService } from '../service.ts';
import { type Client, clientOf } from '../testing/client.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';

let service: LocalService;
let call: Client;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
  service = await startLocalService({
    clock: createClock({ stepped: true }),
    connectTo: { 'hooks.test': receiver.url },
    demo: 'lively',
  });
  call = clientOf(service);
});

afterEach(async () => {
  await service.stop();
  await receiver.stop();
});

const atLimit = async (): Promise<string[]> =>
  (await call('GET', '/projects/credit-limits/at-limit')).data.projects.map(
    ({ projectId }: { projectId: string }) => projectId,
  );

it('has something to show at once', async () => {
  expect((await call('GET', '/account')).data).toEqual({
    credits: 412.5,
    recurrentCredits: 100,
    oneTimeCredits: 312.5,
  });
  expect((await call('GET', '/projects')).data.length).toBeGreaterThanOrEqual(5);
  expect((await call('GET', '/projects/recipe-box/agent/status')).data.status).toBe('init');
  expect((await call('GET', '/projects/acme-storefront/deployments/status')).data.status).toBe('deploying');
  expect(await atLimit()).toEqual(['house-handbook']);
  const spent = (await call('GET', '//api/v1/credits/spending-analytics')).data;
  expect(spent.daily.filter((day: { development: number }) => day.development > 0).length).toBeGreaterThan(4);
});

it('shows a month whose days add up to what is used of the caps', async () => {
  const month = new Date(service.control.now()).toISOString().slice(0, 7);
  for (const projectId of ['barber-bookings', 'house-handbook', 'yoga-timetable']) {
    const { usedThisMonth } = (await call('GET', `/projects/${projectId}/credit-limits`)).data;
    const spent = (await call('GET', `//api/v1/credits/spending-analytics?projectId=${projectId}`)).data;
    for (const category of ['development', 'infrastructure'] as const) {
      const days = spent.daily.filter(({ date }: { date: string }) => date.startsWith(month));
      const sum = days.reduce((all: number, day: Record<typeof category, number>) => all + day[category], 0);
      expect(sum, `${projectId}, ${category}`).toBeCloseTo(usedThisMonth[category], 1);
    }
  }
});

it('has a foreign subscription whose deliveries fail', async () => {
  const [foreign] = (await call('GET', '/webhooks')).data.webhooks;
  expect(foreign.url).toMatch(/^https:\/\/shop\.example\//);
  const { deliveries } = (await call('GET', `/webhooks/${foreign.id}/deliveries`)).data;
  expect(deliveries).toHaveLength(6);
  expect(deliveries[0]).toMatchObject({ status: 'failed', httpStatus: 500, attempts: 3 });
});

it('crosses a cap, ends a run and fails a deploy within seconds, and shows it', async () => {
  for (const event of ['project.credit_limit.reached', 'deployment.finished', 'agent.prompt.finished']) {
    await call('PUT', '/webhooks', { url: `https://hooks.test/${event}`, event });
  }
  const { maxDevelopmentCreditsPerMonth: limit } = (
    await call('GET', '/projects/barber-bookings/credit-limits')
  ).data.creditLimits;
  await service.control.advance(15_000);
  expect(await atLimit()).toContain('barber-bookings');
  await service.control.advance(30_000);
  const reported = receiver.received.map(({ body }) => JSON.parse(body));
  expect(reported).toContainEqual(
    expect.objectContaining({
      event: 'project.credit_limit.reached',
      data: { projectId: 'barber-bookings', category: 'development', spent: limit, limit },
    }),
  );
  const about = (event: string, projectId: string) =>
    reported.find((one) => one.event === event && one.data.projectId === projectId)?.data.status;
  expect(about('agent.prompt.finished', 'recipe-box')).toBe('done');
  expect(about('deployment.finished', 'acme-storefront')).toBe('error');
});

it('goes on living', async () => {
  await service.control.advance(45_000);
  const before = service.control.counters().effects.runs;
  await service.control.advance(30 * 60_000);
  expect(service.control.counters().effects.runs).toBeGreaterThan(before + 4);
  expect((await call('GET', '/account')).status).toBe(200);
});

it('is the same account again after a reset', async () => {
  const listed = async () => (await call('GET', '/projects')).data;
  const first = await listed();
  service.control.reset();
  expect(await listed()).toEqual(first);
});
