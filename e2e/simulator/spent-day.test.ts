import { expect, test } from 'vitest';
import { PAIRING_CODE } from './actors/edge-actor.ts';
import { createWorld } from './world.ts';

const MINUTE_MS = 60_000;
const ROWS_LEFT = 30;

test('once the rows of a day are used up, each write is told as that; nothing is sent or lost, and caps are put back when the day is over', async () => {
  const world = await createWorld(9, { webhooks: true });
  try {
    for (const projectId of ['shop', 'cafe']) world.service.control.addProject({ projectId });
    const browser = await world.newBrowser('a');
    await world.until(browser.pair(PAIRING_CODE, 'first'));
    await world.until(browser.request('/subscriptions/sync', { method: 'POST' }));
    await world.runFor(5 * MINUTE_MS);
    const shop = world.service.world.projects.get('shop');
    const cafe = world.service.world.projects.get('cafe');
    if (shop === undefined || cafe === undefined) throw new Error('A project is missing.');
    const ask = async (path: string, method: string, body: object, headers = {}) => {
      const response = await world.until(
        browser.request(path, { method, body: JSON.stringify(body), headers }),
      );
      const { errors } = (await response.json()) as { errors: Record<string, unknown> | null };
      return { status: response.status, errors };
    };
    const prompt = (key: string) =>
      ask(
        '/service/projects/shop/agent/start',
        'POST',
        { prompt: 'Add a page' },
        { 'idempotency-key': key, 'run-budget': '30' },
      );
    const cap = (expected: number | null, to: number) =>
      ask('/caps/shop', 'PUT', { category: 'development', expected, to });
    const capNow = () => shop.creditLimits.maxDevelopmentCreditsPerMonth;
    const show = async () => {
      const shown = await world.until(browser.request('/snapshot'));
      expect(shown.status, 'what is known is shown').toBe(200);
    };

    expect((await cap(capNow(), 500)).status).toBe(200);
    expect((await prompt('prompt-0001')).status).toBe(200);
    expect(capNow(), 'the budget of the run').toBeLessThan(500);
    expect((await ask('/guards/cafe', 'PUT', { kind: 'run-time', minutes: 1 })).status).toBe(200);
    world.service.control.startRun('cafe', 'Add a form', { durationMs: 90 * MINUTE_MS });

    world.edge.object.rowsLeft = ROWS_LEFT;
    // The run of the shop ends by itself meanwhile.
    await world.runFor(40 * MINUTE_MS);
    expect(cafe.runs.at(-1)?.outcome, 'by its guard').toBe('stopped');
    const refused = await prompt('prompt-0002');
    expect(refused).toMatchObject({ status: 503, errors: { errorCode: 'EDGE_DAY_SPENT' } });
    expect(refused.errors?.errorMessage).toBe(
      'The free plan’s writes of today are used up, until 00:00 UTC.',
    );
    expect(shop.runs.length, 'nothing was sent').toBe(1);
    expect(await ask('/balance-alarm', 'PUT', { credits: 10 })).toMatchObject({ status: 503 });
    await show();
    world.edge.object.end({ crash: false });
    await show();
    expect(world.edge.object.alarmAt, 'none can be set').toBeNull();

    world.edge.object.rowsLeft = Number.POSITIVE_INFINITY;
    await show();
    await world.runFor(20 * MINUTE_MS);
    expect(capNow(), 'the owner’s').toBe(500);
    const kept = await world.until(browser.request('/events?event=agent.prompt.finished&project=shop'));
    const { events } = ((await kept.json()) as { data: { events: { work: number }[] } }).data;
    expect(new Set(events.map(({ work }) => work)).size, 'the end of its run').toBe(1);
    expect((await prompt('prompt-0002')).status).toBe(200);
    expect(shop.runs.length).toBe(2);
  } finally {
    world.close();
  }
}, 300_000);
