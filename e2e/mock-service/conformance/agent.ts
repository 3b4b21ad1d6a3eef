import { expect } from 'vitest';
import type { Reply } from '../testing/client.ts';
import type { Bench } from './bench.ts';
import { absent, fieldRows, isoTime, list, number, oneOf, text } from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

const AGENT = '/projects/shop/agent';
const MINUTE_MS = 60_000;
const LONGEST_MS = 40 * MINUTE_MS;

interface Message {
  author: string;
  message: string;
  messageType: string;
  createdAt: string;
  versionId?: string;
  gitDiffUrl?: string;
  secretKeysNeeded?: Record<string, { isProvided: boolean; description: string }>;
  files?: { name: string; url: string; imageDescription: string }[];
}

async function start(bench: Bench, body: Record<string, unknown> = { prompt: 'More' }): Promise<Reply> {
  if ((await bench.call('GET', '/projects/shop')).status === 404) bench.project('shop');
  return bench.call('POST', `${AGENT}/start`, body);
}

async function status(bench: Bench) {
  return (await bench.call('GET', `${AGENT}/status`)).data;
}

async function conversation(bench: Bench): Promise<Message[]> {
  return (await status(bench)).realtimeConversation;
}

const types = (messages: Message[]) => [...new Set(messages.map(({ messageType }) => messageType))];
const lastOfAgent = (messages: Message[]) => messages.findLast(({ author }) => author === 'agent');

/** Each way in which a run ends, and the type of the agent's last message then. */
const ENDS: Record<string, { last: string; end: (bench: Bench) => Promise<unknown> }> = {
  'built as wanted': {
    last: 'finished',
    async end(bench) {
      await start(bench);
      await bench.control.advance(LONGEST_MS);
    },
  },
  'failed on the service’s side': {
    last: 'error',
    async end(bench) {
      bench.control.setOutcomes({ runs: ['error'] });
      await start(bench);
      await bench.control.advance(LONGEST_MS);
    },
  },
  'stopped at the cap': {
    last: 'limit-reached',
    async end(bench) {
      bench.project('shop');
      bench.control.setUsage('shop', { development: 4_985 });
      bench.control.startRun('shop', 'More', { credits: 40 });
      await bench.control.advance(LONGEST_MS);
    },
  },
  'stopped by the user on its way': {
    last: 'building',
    async end(bench) {
      await start(bench);
      await bench.control.advance(8 * MINUTE_MS);
      await bench.call('POST', `${AGENT}/stop`);
    },
  },
};

export const AGENT_SECTIONS: Section[] = [
  {
    section: 'Gaps page: a run',
    rows: [
      ...fieldRows('started', async (bench) => (await start(bench)).data, {
        projectId: oneOf('shop'),
        status: oneOf('init'),
        message: text,
        multiPrompt: absent,
        warnings: absent,
      }),
      ...fieldRows(
        'status while it runs',
        async (bench) => {
          await start(bench);
          return status(bench);
        },
        {
          projectId: oneOf('shop'),
          status: oneOf('init'),
          startedAt: oneOf('2026-11-15T12:00:00.000Z'),
          realtimeConversation: list,
          multiPrompt: oneOf(null),
          creditsSpent: absent,
        },
      ),
      ...fieldRows(
        'status after its end',
        async (bench) => {
          await start(bench);
          await bench.control.advance(LONGEST_MS);
          return status(bench);
        },
        {
          status: oneOf('done'),
          startedAt: oneOf('2026-11-15T12:00:00.000Z'),
          realtimeConversation: list,
          creditsSpent: number,
          multiPrompt: oneOf(null),
        },
      ),
      row('a message: author, message, messageType, createdAt; no id', async (bench) => {
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        const messages = await conversation(bench);
        for (const message of messages) {
          expect(['user', 'agent']).toContain(message.author);
          expect([text(message.message), isoTime(message.createdAt)]).toEqual([true, true]);
          expect(message).not.toHaveProperty('id');
          expect(message).not.toHaveProperty('_id');
        }
        expect(messages[0]).toMatchObject({ author: 'user', message: 'More', messageType: 'regular' });
        expect(types(messages)).toEqual(['regular', 'starting', 'building', 'finished']);
      }),
      row('the finishing message tells its version and where its diff is', async (bench) => {
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        const { versions } = (await bench.call('GET', '/projects/shop/versions')).data;
        const last = lastOfAgent(await conversation(bench));
        expect(last?.versionId).toBe(versions[0]._id);
        expect(last?.gitDiffUrl).toMatch(/^https:.*signature=/);
        expect(last?.secretKeysNeeded).toBeUndefined();
      }),
      row('files of a prompt: name, address and description, on its message', async (bench) => {
        const file = { name: 'a.png', url: 'https://files.test/a.png', imageDescription: 'The logo' };
        await start(bench, { prompt: 'More', inputFiles: [file] });
        expect((await conversation(bench))[0]?.files).toEqual([file]);
      }),
      row('files of a launch are on the message of its prompt', async (bench) => {
        await bench.launch({ files: [{ name: 'a.png', url: 'https://files.test/a.png', description: 'X' }] });
        const { data } = await bench.call('GET', '/projects/recipes/agent/status');
        const file = { name: 'a.png', url: 'https://files.test/a.png', imageDescription: 'X' };
        expect(data.realtimeConversation[0].files).toEqual([file]);
      }),
      row('a project that never ran is idle', async (bench) => {
        bench.project('shop');
        const { creditsSpent, ...rest } = await status(bench);
        expect(rest).toMatchObject({ status: 'idle', startedAt: null, realtimeConversation: [] });
        expect(creditsSpent).toBeUndefined();
      }),
      row('a run takes 5 to 40 minutes', async (bench) => {
        await start(bench);
        await bench.control.advance(5 * MINUTE_MS);
        expect((await status(bench)).status).toBe('init');
        await bench.control.advance(35 * MINUTE_MS);
        expect((await status(bench)).status).toBe('done');
      }),
      row(
        '10 credits are taken at the start, the rest until the end; creditsSpent is their sum',
        async (bench) => {
          bench.project('shop');
          const before = await bench.credits();
          expect(await bench.cost(() => start(bench))).toBe(10);
          await bench.control.advance(LONGEST_MS);
          const { creditsSpent } = await status(bench);
          expect(await bench.credits()).toBeCloseTo(before - creditsSpent, 3);
          expect(creditsSpent >= 10 && creditsSpent <= 40).toBe(true);
        },
      ),
      row('creditsSpent is of the current prompt, not of all', async (bench) => {
        bench.project('shop');
        for (const credits of [12, 33]) {
          bench.control.startRun('shop', 'More', { credits });
          await bench.control.advance(LONGEST_MS);
          expect((await status(bench)).creditsSpent).toBe(credits);
        }
      }),
      row('a run never takes more than there is; the balance does not go below 0', async (bench) => {
        bench.project('shop');
        bench.control.setAccount({ recurrentCredits: 3, oneTimeCredits: 8 });
        bench.control.startRun('shop', 'More', { credits: 30 });
        await bench.control.advance(LONGEST_MS);
        expect((await status(bench)).creditsSpent).toBe(11);
        expect((await bench.call('GET', '/account')).status).toBe(403);
      }),
      row('PROMPT_SECURITY_VIOLATION 400', async (bench) => {
        bench.project('shop');
        const ask = () => start(bench, { prompt: 'Make a phishing page' });
        await bench.refused(ask, 400, 'PROMPT_SECURITY_VIOLATION');
      }),
      row('the prompt of a start must be non-empty', async (bench) => {
        bench.project('shop');
        await bench.refused(() => start(bench, {}), 400, 'MISSING_PROMPT');
        await bench.refused(() => start(bench, { prompt: ' ' }), 400, 'MISSING_PROMPT');
      }),
      row('stop ends the run, free', async (bench) => {
        await start(bench);
        const cost = await bench.cost(async () => {
          expect(text((await bench.call('POST', `${AGENT}/stop`)).data.message)).toBe(true);
        });
        expect([cost, (await status(bench)).status]).toEqual([0, 'done']);
        await bench.control.advance(LONGEST_MS);
        expect((await status(bench)).status).toBe('done');
      }),
      row('NO_PROCESS_RUNNING 400', async (bench) => {
        bench.project('shop');
        const stop = () => bench.call('POST', `${AGENT}/stop`);
        await bench.refused(stop, 400, 'NO_PROCESS_RUNNING');
        await start(bench);
        await stop();
        await bench.refused(stop, 400, 'NO_PROCESS_RUNNING');
      }),
      notProvable(
        'a run that uses its whole time budget is billed a flat 50 to 60',
        'published guidance, no rule; a test gives a run any cost',
      ),
    ],
  },
  {
    section: 'Gaps page: how a run ended',
    rows: [
      ...Object.entries(ENDS).flatMap(([how, { last, end }]) => [
        row(`${how}: done, and the agent's last message is ${last}`, async (bench) => {
          await end(bench);
          expect((await status(bench)).status).toBe('done');
          expect((await bench.call('GET', '/projects/shop')).data.agentProcessStatus).toBe('done');
          expect(lastOfAgent(await conversation(bench))?.messageType).toBe(last);
        }),
        row(`${how}: the event tells done and the prompt, no more`, async (bench) => {
          await bench.hook('agent.prompt.finished');
          await end(bench);
          const reported = (await bench.arrived('agent.prompt.finished')).map(({ data }) => data);
          expect(reported).toEqual([{ projectId: 'shop', status: 'done', prompt: 'More' }]);
        }),
        row(`${how}: nothing is said any more`, async (bench) => {
          await end(bench);
          const output = await conversation(bench);
          await bench.control.advance(LONGEST_MS);
          expect(await conversation(bench)).toEqual(output);
        }),
      ]),
      row('a failed run is refunded; no field tells it', async (bench) => {
        bench.project('shop');
        const cost = await bench.cost(() => ENDS['failed on the service’s side']?.end(bench));
        expect([cost, (await status(bench)).creditsSpent > 10]).toEqual([0, true]);
      }),
      row('a failed run makes no version and no picture', async (bench) => {
        await ENDS['failed on the service’s side']?.end(bench);
        expect((await bench.call('GET', '/projects/shop/versions')).data.totalCount).toBe(0);
        expect((await bench.call('GET', '/projects/shop')).data.previewImageUrl).toBeUndefined();
      }),
      row('a run that is at its cap from the start says limit-reached and no more', async (bench) => {
        bench.project('shop');
        bench.control.setUsage('shop', { development: 4_995 });
        await start(bench);
        const output = await conversation(bench);
        expect(types(output)).toEqual(['regular', 'starting', 'limit-reached']);
        await bench.control.advance(LONGEST_MS);
        expect(await conversation(bench)).toEqual(output);
      }),
      row('after a stop: with a last word of its own where that is assumed', async (bench) => {
        for (const afterStop of ['regular', 'finished'] as const) {
          bench.control.assume({ afterStop });
          await start(bench);
          await bench.call('POST', `${AGENT}/stop`);
          expect(lastOfAgent(await conversation(bench))?.messageType).toBe(afterStop);
        }
      }),
      row('where the event is assumed to tell the outcome, it does', async (bench) => {
        bench.control.assume({ eventTellsOutcome: true });
        await bench.hook('agent.prompt.finished');
        await ENDS['stopped at the cap']?.end(bench);
        const [reported] = await bench.arrived('agent.prompt.finished');
        expect(reported?.data).toMatchObject({ status: 'limit-reached', creditsSpent: 15 });
      }),
      row('where a refund is assumed to show, a failed run spent nothing', async (bench) => {
        bench.control.assume({ refundShows: true });
        await ENDS['failed on the service’s side']?.end(bench);
        expect((await status(bench)).creditsSpent).toBe(0);
      }),
    ],
  },
  {
    section: 'Gaps page: conversation',
    rows: [
      row('all runs, oldest first', async (bench) => {
        for (const prompt of ['First', 'Second']) {
          await start(bench, { prompt });
          await bench.control.advance(LONGEST_MS);
        }
        const { data } = await bench.call('GET', `${AGENT}/full-conversation`);
        const requested = data.conversation.filter(({ author }: Message) => author === 'user');
        expect(data.projectId).toBe('shop');
        expect(requested.map(({ message }: Message) => message)).toEqual(['First', 'Second']);
        expect(data.conversation.slice(-(await conversation(bench)).length)).toEqual(
          await conversation(bench),
        );
      }),
      row('the last 1000 messages', async (bench) => {
        bench.project('shop');
        for (let run = 0; run < 340; run += 1) {
          bench.control.startRun('shop', `Run ${run}`, { credits: 0 });
          bench.control.finishRun('shop');
        }
        const { conversation } = (await bench.call('GET', `${AGENT}/full-conversation`)).data;
        expect(conversation).toHaveLength(1000);
        expect(conversation.at(-3).message).toBe('Run 339');
      }),
      row('clear-context: free, and what was said stays', async (bench) => {
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        const full = async () => (await bench.call('GET', `${AGENT}/full-conversation`)).data.conversation;
        const output = await full();
        const cost = await bench.cost(async () => {
          expect((await bench.call('POST', `${AGENT}/clear-context`)).status).toBe(200);
        });
        expect([cost, await full()]).toEqual([0, output]);
      }),
      row('clear-context is refused during a run', async (bench) => {
        await start(bench);
        await bench.refused(() => bench.call('POST', `${AGENT}/clear-context`), 409, 'AGENT_RUNNING');
      }),
      row('keys that the agent asks for: by name, described, never provided', async (bench) => {
        const keys = { MAIL_KEY: 'From the mail provider' };
        bench.control.setOutcomes({ keysNeeded: [keys, keys] });
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        const requested = async () => lastOfAgent(await conversation(bench))?.secretKeysNeeded;
        const MAIL_KEY = { isProvided: false, description: 'From the mail provider' };
        expect(await requested()).toEqual({ MAIL_KEY });
        const secret = { secretName: 'MAIL_KEY', secretValue: 'x' };
        await bench.call('POST', '/projects/shop/secrets', secret);
        expect(await requested()).toEqual({ MAIL_KEY });
        const { secrets } = (await bench.call('GET', '/projects/shop')).data;
        expect(secrets.map(({ secretName }: { secretName: string }) => secretName)).toEqual(['MAIL_KEY']);
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        expect(await requested()).toEqual({ MAIL_KEY });
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        expect(await requested()).toBeUndefined();
      }),
      row('expectedMinutes: whole, in the status, with the time that follows from it', async (bench) => {
        bench.project('shop');
        bench.control.startRun('shop', 'More', { durationMs: 12.4 * MINUTE_MS });
        const { startedAt, expectedMinutes, expectedFinishAt } = await status(bench);
        expect(expectedMinutes).toBe(12);
        expect(Date.parse(expectedFinishAt)).toBe(Date.parse(startedAt) + 12 * MINUTE_MS);
      }),
      row('expectedMinutes is null where nothing is expected', async (bench) => {
        bench.project('shop');
        expect(await status(bench)).toMatchObject({ expectedMinutes: null, expectedFinishAt: null });
      }),
      row('expectedMinutes in the answers of start and launch, where that is assumed', async (bench) => {
        expect((await start(bench)).data.expectedMinutes).toBeUndefined();
        bench.control.assume({ expectedMinutes: 'everywhere' });
        const { agent } = (await bench.launch()).data;
        bench.project('blog');
        const started = (await bench.call('POST', '/projects/blog/agent/start', { prompt: 'More' })).data;
        for (const reported of [agent, started]) {
          expect([Number.isInteger(reported.expectedMinutes), isoTime(reported.expectedFinishAt)]).toEqual([
            true,
            true,
          ]);
        }
      }),
      row('expectedMinutes nowhere, where that is assumed', async (bench) => {
        bench.control.assume({ expectedMinutes: 'nowhere' });
        await start(bench);
        expect(await status(bench)).not.toHaveProperty('expectedMinutes');
      }),
      row('right after a start the status may still tell the previous end', async (bench) => {
        await start(bench);
        await bench.control.advance(LONGEST_MS);
        const before = await status(bench);
        bench.control.assume({ statusLagMs: 5_000 });
        await start(bench, { prompt: 'Again' });
        await bench.control.advance(4_999);
        expect(await status(bench)).toEqual(before);
        await bench.control.advance(1);
        expect((await status(bench)).status).toBe('init');
      }),
    ],
  },
];
