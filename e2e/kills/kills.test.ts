import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../dev/stack.ts';
import {
  type Ask,
  CLINIC,
  capOf,
  type Emitted,
  KEYS,
  killInTheMiddle,
  launch,
  OWN_CAP,
  pairOwner,
  prepare,
  prompt,
  ROWS,
  SHOP,
  TABLE,
  until,
} from './under-way.ts';

const PATIENCE_MS = 180_000;

describe('an edge that is ended by SIGKILL in the middle of everything, and started again', () => {
  let stack: Stack;
  let ask: Ask;
  let emitted: Emitted;

  beforeAll(async () => {
    stack = await startStack({ demo: 'empty' });
    ask = await pairOwner(stack);
    await prepare(stack, ask);
    emitted = await killInTheMiddle(stack, ask);
    await stack.restartEdge();
  }, PATIENCE_MS);
  afterAll(() => stack?.stop());

  const counters = () => stack.service.control.counters();
  const stateOf = async (key: string) => (await ask('GET', `/paid-calls/${key}`)).data.state;

  test('has every event that it acknowledged', async () => {
    const { data } = await ask('GET', '/events?limit=100');
    const ids = data.events.map(({ id }: { id: string }) => id);
    expect(emitted.acknowledged.length).toBeGreaterThanOrEqual(10);
    for (const id of emitted.acknowledged) expect(ids).toContain(id);
  });

  test('made the launch once, and finds it', async () => {
    await until(async () => (await stateOf(KEYS.launch)) === 'launched');
    expect((await launch(ask, KEYS.launch, 'Build a shop')).data.projectId).toBe(KEYS.launch);
    expect(counters().effects.projectsByPrompt).toEqual({ 'Build a shop': 1 });
  });

  test('says that it does not know of the launch that never arrived, and does not send it again', async () => {
    const sent = counters().requests.launchProject;
    expect((await launch(ask, KEYS.neverArrived, 'Build nothing')).data.state).toBe('unknown');
    expect(counters().requests.launchProject).toBe(sent);
  });

  test('finds the run of the prompt, and gives the project its owner’s cap back when it is over', async () => {
    await until(async () => (await stateOf(KEYS.prompt)) === 'launched');
    await prompt(ask, KEYS.prompt, SHOP);
    expect(counters().effects.runsByPrompt[KEYS.prompt]).toBe(1);
    expect(await capOf(stack, SHOP)).not.toBe(OWN_CAP);
    stack.service.control.finishRun(SHOP);
    await until(async () => (await capOf(stack, SHOP)) === OWN_CAP);
  });

  test('sends the prompt whose cap was just lowered once, when it is asked again', async () => {
    expect((await prompt(ask, KEYS.promptAfterCap, CLINIC)).status).toBeLessThan(300);
    await prompt(ask, KEYS.promptAfterCap, CLINIC);
    expect(counters().effects.runsByPrompt[KEYS.promptAfterCap]).toBe(1);
    stack.service.control.finishRun(CLINIC);
    await until(async () => (await capOf(stack, CLINIC)) === OWN_CAP);
  });

  test('imports every row once', async () => {
    const read = async () => (await ask('GET', `/imports/${KEYS.imports}?rows=all`)).data;
    await until(async () => (await read()).state === 'done');
    expect((await read()).counts).toMatchObject({ created: ROWS.length });
    const texts = stack.service.control.recordsOf(CLINIC, TABLE).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(ROWS.toSorted());
  });

  test('keeps each event once, also those whose delivery was under way', async () => {
    // The sender tries again.
    await stack.service.control.advance(31_000);
    const ids = async (): Promise<string[]> =>
      (await ask('GET', '/events?limit=100')).data.events.map(({ id }: { id: string }) => id);
    await until(async () => {
      const kept = new Set(await ids());
      return emitted.all.every((id) => kept.has(id));
    });
    const kept = await ids();
    expect(kept.filter((id) => emitted.all.includes(id))).toHaveLength(emitted.all.length);
  });
});
