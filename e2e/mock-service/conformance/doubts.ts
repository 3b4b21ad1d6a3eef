import { expect } from 'vitest';
import { OPERATIONS } from '../operations.ts';
import type { Bench } from './bench.ts';
import { row, type Section } from './row.ts';

const SHOP = '/projects/shop';
const ODD = 'Tom & Jerry <b>bold</b> 1 < 2 > 0';
const ESCAPED = 'Tom &amp; Jerry bold 1 &lt; 2 &gt; 0';

async function lastModified(bench: Bench): Promise<string> {
  return (await bench.call('GET', SHOP)).data.lastModifiedAt;
}

/** Behaviour known only from a client or third party, or contradictory: both variants can be selected. */
export const DOUBTS: Section[] = [
  {
    section: 'Doubts',
    rows: [
      ...OPERATIONS.filter(({ knownFrom }) => knownFrom !== undefined).map(({ name, method, path }) =>
        row(`${method} ${path}: an account that lacks it answers 404`, async (bench) => {
          bench.project('shop');
          bench.control.lack(name);
          const concrete = path.replace(':projectId', 'shop').replace(/:\w+/, 'any');
          const { status, code } = await bench.call(method, concrete, method === 'GET' ? undefined : {});
          // Another method of the same path may still be there.
          expect([404, 405]).toContain(status);
          expect(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']).toContain(code);
        }),
      ),
      ...[true, false].map((startMovesLastModified) =>
        row(`a start ${startMovesLastModified ? 'moves' : 'does not move'} lastModifiedAt`, async (bench) => {
          bench.project('shop');
          bench.control.assume({ startMovesLastModified });
          for (const start of [
            () => bench.call('POST', `${SHOP}/agent/start`, { prompt: 'More' }),
            () => bench.call('POST', `${SHOP}/deployments/deploy`),
          ]) {
            const before = await lastModified(bench);
            await bench.control.advance(1_000);
            expect((await start()).status).toBe(200);
            expect((await lastModified(bench)) !== before).toBe(startMovesLastModified);
            await bench.control.advance(40 * 60_000);
          }
        }),
      ),
      row('texts are stored as sent', async (bench) => {
        const { data } = await bench.launch({ label: ODD, description: ODD, prompt: ODD });
        expect([data.label, data.description]).toEqual([ODD, ODD]);
        const { realtimeConversation } = (await bench.call('GET', '/projects/recipes/agent/status')).data;
        expect(realtimeConversation[0].message).toBe(ODD);
      }),
      row('texts are stored escaped and without tags: of a launch', async (bench) => {
        bench.control.assume({ escapesText: true });
        await bench.hook('agent.prompt.finished');
        const { data } = await bench.launch({ label: ODD, description: ODD, prompt: ODD });
        expect([data.label, data.description]).toEqual([ESCAPED, ESCAPED]);
        const [listed] = (await bench.call('GET', '/projects')).data;
        expect([listed.label, listed.description]).toEqual([ESCAPED, ESCAPED]);
        const { realtimeConversation } = (await bench.call('GET', '/projects/recipes/agent/status')).data;
        expect(realtimeConversation[0].message).toBe(ESCAPED);
        await bench.control.advance(40 * 60_000);
        expect((await bench.arrived())[0]?.data.prompt).toBe(ESCAPED);
      }),
      row('texts are stored escaped and without tags: of a change, a group, a batch', async (bench) => {
        bench.control.assume({ escapesText: true });
        bench.project('shop');
        const changed = await bench.call('PATCH', SHOP, { label: ODD, description: ODD });
        expect(changed.data).toMatchObject({ label: ESCAPED, description: ESCAPED });
        const group = await bench.call('POST', '/project-groups', { name: ODD, description: ODD });
        expect(group.data).toMatchObject({ name: ESCAPED, description: ESCAPED });
        await bench.call('POST', `${SHOP}/agent/start`, { multiPrompt: { prompts: [ODD] } });
        const { multiPrompt } = (await bench.call('GET', `${SHOP}/agent/status`)).data;
        expect(multiPrompt.prompts[0].prompt).toBe(ESCAPED);
      }),
      row(
        'the address of a prompt’s file comes back escaped, and is good only when decoded',
        async (bench) => {
          bench.control.assume({ escapesText: true });
          bench.project('shop');
          const form = new FormData();
          form.set('file', new File(['hello'], 'a.png'));
          const { url } = (await bench.call('POST', `${SHOP}/files/upload`, form)).data;
          const inputFiles = [{ name: 'a.png', url, imageDescription: '' }];
          await bench.call('POST', `${SHOP}/agent/start`, { prompt: 'More', inputFiles });
          const { realtimeConversation } = (await bench.call('GET', `${SHOP}/agent/status`)).data;
          const reported = realtimeConversation[0].files[0].url;
          expect((await bench.file(reported)).status).toBe(403);
          expect((await bench.file(reported.replaceAll('&amp;', '&'))).text).toBe('hello');
        },
      ),
      row('a sleeping project tells its agentServerStatus, or not', async (bench) => {
        bench.project('shop');
        bench.control.fallAsleep('shop');
        expect((await bench.call('GET', SHOP)).data.agentServerStatus).toBe('Archived');
        bench.control.assume({ sleepHidesServerStatus: true });
        expect((await bench.call('GET', SHOP)).data).not.toHaveProperty('agentServerStatus');
      }),
      row('right after a deploy its status may still tell the previous end', async (bench) => {
        bench.project('shop');
        bench.publish('shop');
        await bench.control.advance(1_000);
        bench.control.assume({ statusLagMs: 5_000 });
        const status = async () => (await bench.call('GET', `${SHOP}/deployments/status`)).data.status;
        await bench.call('POST', `${SHOP}/deployments/deploy`);
        expect(await status()).toBe('success');
        await bench.control.advance(5_000);
        expect(await status()).toBe('deploying');
      }),
    ],
  },
];
