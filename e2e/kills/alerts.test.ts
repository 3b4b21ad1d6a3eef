import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetsAt } from '../dev/demo-channels.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { type Ask, pairOwner, SHOP, until } from './under-way.ts';

const PATIENCE_MS = 180_000;
const TITLE = `${SHOP} has used up its`;

describe('an edge that is ended by SIGKILL in the middle of an alert, and started again', () => {
  let stack: Stack;
  let ask: Ask;

  beforeAll(async () => {
    stack = await startStack({ demo: 'empty' });
    const { channels, service } = stack;
    ask = await pairOwner(stack);
    service.control.addProject({ projectId: SHOP });
    await ask('POST', '/subscriptions/sync');
    // What the first reading finds is not announced.
    await until(async () => (await ask('GET', '/snapshot')).data.attention !== undefined);
    channels.setFault('own', { kind: 'silent' });
    channels.setFault('slack', { kind: 'hangs' });
    for (const target of targetsAt(channels.url).filter(
      ({ kind }) => kind === 'slack' || kind === 'webhook',
    )) {
      const { kind } = target;
      const rules = { name: kind, tells: ['limits'], over: false, hours: null, language: 'en' };
      await ask('PUT', `/channels/channel-${kind}`, { kind, ...rules, target });
    }
    service.control.emitSample('project.feature_limit.reached', SHOP, {});
    // One channel has taken it and does not answer, the other does nothing.
    await until(() => new Set(channels.posted.map((one) => one.service)).size === 2);
    await stack.edge.kill();
    expect(channels.arrived.map((one) => one.service)).toEqual(['own']);
    channels.setFault('own', null);
    channels.setFault('slack', null);
    await stack.restartEdge();
  }, PATIENCE_MS);
  afterAll(() => stack?.stop());

  test('sends it: once more where the answer was lost, under the same id, and once where it had not arrived', async () => {
    const { arrived, posted } = stack.channels;
    const at = (service: string) =>
      arrived.filter((one) => one.service === service && one.text.includes(TITLE)).length;
    await until(() => at('slack') > 0 && at('own') > 1);
    const waiting = async () =>
      (await ask('GET', '/channels')).data.channels.map((one: { waiting: number }) => one.waiting);
    await until(async () => (await waiting()).join() === '0,0');
    expect([at('slack'), at('own')]).toEqual([1, 2]);
    const own = posted.filter(({ service }) => service === 'own');
    expect(new Set(own.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
  });
});
