import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { isoTime } from './fields.ts';
import { notProvable, type Row, row, type Section } from './row.ts';

const AGENT = '/projects/shop/agent';
const MINUTE_MS = 60_000;
const LONGEST_MS = 40 * MINUTE_MS;
const PROMPTS = ['Pages', 'Forms', 'Colours'];

async function start(bench: Bench, multiPrompt: unknown, prompt?: string) {
  if ((await bench.call('GET', '/projects/shop')).status === 404) bench.project('shop');
  return bench.call('POST', `${AGENT}/start`, { multiPrompt, ...(prompt !== undefined && { prompt }) });
}

async function status(bench: Bench) {
  return (await bench.call('GET', `${AGENT}/status`)).data;
}

/** Advances the clock until the running prompt has ended, not until the next one has begun. */
async function untilPromptEnds(bench: Bench): Promise<void> {
  do await bench.control.advance(1_000);
  while ((await status(bench)).status === 'init');
}

function refusal(code: string, when: string, multiPrompt: unknown, prompt?: string): Row {
  return row(`${code} 400: ${when}`, async (bench) => {
    bench.project('shop');
    await bench.refused(() => start(bench, multiPrompt, prompt), 400, code);
  });
}

const outcomes = (prompts: { status: string }[]) => prompts.map(({ status }) => status);

export const BATCHES: Section[] = [
  {
    section: 'Gaps page: batches of prompts',
    rows: [
      row('a start with prompts tells how many; a prompt beside them is ignored', async (bench) => {
        const { data } = await start(bench, { prompts: PROMPTS }, 'Ignored');
        expect(data).toMatchObject({ projectId: 'shop', status: 'init', multiPrompt: { totalPrompts: 3 } });
        expect((await status(bench)).realtimeConversation[0].message).toBe('Pages');
      }),
      row('while it is executed: which prompt, of how many, and how each stands', async (bench) => {
        await start(bench, { prompts: PROMPTS });
        const { multiPrompt } = await status(bench);
        expect(multiPrompt).toEqual({
          status: 'executing',
          totalPrompts: 3,
          currentPromptIndex: 0,
          prompts: PROMPTS.map((prompt, order) => ({
            order,
            prompt,
            status: order === 0 ? 'executing' : 'pending',
          })),
          startedAt: '2026-11-15T12:00:00.000Z',
          updatedAt: '2026-11-15T12:00:00.000Z',
        });
        expect((await bench.call('GET', '/projects/shop')).data.multiPrompt).toEqual(multiPrompt);
      }),
      row('between two prompts the run is done while the batch goes on', async (bench) => {
        await start(bench, { prompts: PROMPTS });
        await untilPromptEnds(bench);
        const { status: run, multiPrompt, creditsSpent } = await status(bench);
        expect([run, multiPrompt.status, outcomes(multiPrompt.prompts)]).toEqual([
          'done',
          'executing',
          ['done', 'pending', 'pending'],
        ]);
        expect(creditsSpent).toBeGreaterThanOrEqual(10);
        await bench.control.advance(5_000);
        const next = await status(bench);
        expect([next.status, next.multiPrompt.currentPromptIndex]).toEqual(['init', 1]);
      }),
      row('in the end it is done, and the messages are of all its prompts', async (bench) => {
        await start(bench, { prompts: PROMPTS });
        await bench.control.advance(3 * LONGEST_MS);
        const { multiPrompt, realtimeConversation } = await status(bench);
        expect([multiPrompt.status, multiPrompt.currentPromptIndex]).toEqual(['done', 2]);
        expect(outcomes(multiPrompt.prompts)).toEqual(['done', 'done', 'done']);
        expect(isoTime(multiPrompt.updatedAt) && multiPrompt.updatedAt > multiPrompt.startedAt).toBe(true);
        const fromUser = realtimeConversation.filter(({ author }: { author: string }) => author === 'user');
        expect(fromUser.map(({ message }: { message: string }) => message)).toEqual(PROMPTS);
      }),
      row('each prompt costs a run, and each is told by its event', async (bench) => {
        await bench.hook('agent.prompt.finished');
        bench.project('shop');
        const cost = await bench.cost(async () => {
          await start(bench, { prompts: PROMPTS });
          await bench.control.advance(3 * LONGEST_MS);
        });
        expect(cost).toBeGreaterThanOrEqual(30);
        expect((await bench.arrived()).map(({ data }) => data)).toEqual(
          PROMPTS.map((prompt) => ({ projectId: 'shop', status: 'done', prompt })),
        );
      }),
      row('letServiceDecide: planned from the goal first, without a number of prompts', async (bench) => {
        const { data } = await start(bench, { letServiceDecide: true }, 'A shop');
        expect([data.status, data.multiPrompt]).toEqual(['init', {}]);
        const planning = await status(bench);
        expect(planning.status).toBe('init');
        expect(planning.multiPrompt).toMatchObject({
          status: 'planning',
          totalPrompts: 0,
          currentPromptIndex: -1,
          prompts: [],
        });
        await bench.control.advance(MINUTE_MS);
        const executing = (await status(bench)).multiPrompt;
        expect([executing.status, executing.currentPromptIndex]).toEqual(['executing', 0]);
        expect(executing.prompts).toHaveLength(executing.totalPrompts);
        expect(executing.totalPrompts).toBeGreaterThan(0);
      }),
      refusal('INVALID_MULTI_PROMPT', 'not an object', 'Pages'),
      refusal('INVALID_MULTI_PROMPT', 'neither', {}),
      refusal('INVALID_MULTI_PROMPT', 'both', { prompts: PROMPTS, letServiceDecide: true }, 'A shop'),
      refusal('INVALID_MULTI_PROMPT', 'no prompt at all', { prompts: [] }),
      refusal('INVALID_MULTI_PROMPT', 'not a list', { prompts: 'Pages' }),
      refusal('INVALID_PROMPT_ITEM', 'a blank one', { prompts: ['Pages', ' '] }),
      refusal('INVALID_PROMPT_ITEM', 'a number', { prompts: [1] }),
      refusal('MISSING_PROMPT', 'a goal is wanted', { letServiceDecide: true }),
      row('50 prompts; TOO_MANY_PROMPTS 400 above', async (bench) => {
        const many = (count: number) => Array.from({ length: count }, (_, index) => `Step ${index}`);
        bench.project('shop');
        await bench.refused(() => start(bench, { prompts: many(51) }), 400, 'TOO_MANY_PROMPTS');
        expect((await start(bench, { prompts: many(50) })).data.multiPrompt.totalPrompts).toBe(50);
      }),
      row('multiPrompt is null without a batch, and again after a start without one', async (bench) => {
        await start(bench, { prompts: ['Pages'] });
        await bench.control.advance(LONGEST_MS);
        expect((await status(bench)).multiPrompt.status).toBe('done');
        await bench.call('POST', `${AGENT}/start`, { prompt: 'More' });
        expect((await status(bench)).multiPrompt).toBeNull();
        expect((await bench.call('GET', '/projects/shop')).data.multiPrompt).toBeNull();
      }),
      row('AUTO_EXECUTION_ALREADY_ACTIVE 409: also while it plans and between two prompts', async (bench) => {
        bench.project('shop');
        bench.project('blog');
        const again = (id: string) => bench.call('POST', `/projects/${id}/agent/start`, { prompt: 'More' });
        await start(bench, { prompts: PROMPTS });
        await bench.refused(() => again('shop'), 409, 'AUTO_EXECUTION_ALREADY_ACTIVE');
        await untilPromptEnds(bench);
        await bench.refused(() => again('shop'), 409, 'AUTO_EXECUTION_ALREADY_ACTIVE');
        bench.control.startBatch('blog', { goal: 'A blog' });
        await bench.refused(() => again('blog'), 409, 'AUTO_EXECUTION_ALREADY_ACTIVE');
      }),
      row('a stop cancels it, in a prompt and between two', async (bench) => {
        for (const between of [false, true]) {
          await start(bench, { prompts: PROMPTS });
          if (between) await untilPromptEnds(bench);
          expect((await bench.call('POST', `${AGENT}/stop`)).status).toBe(200);
          await bench.control.advance(LONGEST_MS);
          const { status: run, multiPrompt } = await status(bench);
          expect([run, multiPrompt.status, multiPrompt.prompts.at(-1).status]).toEqual([
            'done',
            'cancelled',
            'pending',
          ]);
        }
      }),
      row('a prompt that fails is failed, and the next one runs', async (bench) => {
        bench.control.setOutcomes({ runs: ['error'] });
        await start(bench, { prompts: PROMPTS });
        await bench.control.advance(3 * LONGEST_MS);
        expect(outcomes((await status(bench)).multiPrompt.prompts)).toEqual(['failed', 'done', 'done']);
      }),
      row('at the development cap it pauses', async (bench) => {
        bench.project('shop');
        bench.control.setUsage('shop', { development: 4_995 });
        await start(bench, { prompts: PROMPTS });
        const { multiPrompt } = await status(bench);
        expect([multiPrompt.status, outcomes(multiPrompt.prompts)]).toEqual([
          'paused',
          ['failed', 'pending', 'pending'],
        ]);
      }),
      notProvable('how a batch is cancelled or goes on after a pause', 'not shown; a stop cancels it here'),
    ],
  },
];
