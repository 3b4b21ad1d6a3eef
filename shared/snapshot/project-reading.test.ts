import { describe, expect, test } from 'vitest';
import type { AgentStatusRecord } from '../builder-api/agent.ts';
import { readRun } from '../work/evidence.ts';
import { keysAreUnreported, projectOfItem, shownRun, withKeysGiven } from './project-reading.ts';
import type { RunState } from './project-state.ts';
import { costOf } from './work.ts';

const NOW = Date.parse('2026-11-21T13:00:00Z');
const runOf = (record: AgentStatusRecord, before: RunState | null = null) => shownRun(record, NOW, before);

const asks = (name: string, description?: string) => ({
  author: 'agent',
  messageType: 'finished',
  message: 'Done, but I need a key.',
  createdAt: '2026-11-21T12:10:00Z',
  secretKeysNeeded: { [name]: { isProvided: false, description } },
});
const prompt = {
  author: 'user',
  messageType: 'regular',
  message: 'Go on',
  createdAt: '2026-11-21T12:00:00Z',
};
const status = (messages: NonNullable<AgentStatusRecord['realtimeConversation']>): AgentStatusRecord => ({
  status: 'done',
  startedAt: '2026-11-21T12:00:00Z',
  realtimeConversation: messages,
});
const secret = (secretName: string) => ({ _id: 's1', secretName, environment: 'both' });

describe('keys that the agent asks for when it ends', () => {
  test('are those of its last message, with what they are for', () => {
    const run = runOf(status([prompt, asks('MAIL_KEY'), asks('STRIPE_KEY', 'For payments')]), null);
    expect(run.keysNeeded).toEqual([{ name: 'STRIPE_KEY', description: 'For payments', isGiven: null }]);
    expect(keysAreUnreported(run)).toBe(true);
  });

  test('are none of an earlier prompt', () => {
    expect(runOf(status([asks('OLD_KEY'), prompt]), null).keysNeeded).toEqual([]);
  });

  test('are given once Get Project lists them, whatever the message says, and that is kept', () => {
    const result = runOf(status([prompt, asks('STRIPE_KEY')]), null);
    const missing = withKeysGiven(result, []);
    expect(missing.keysNeeded?.[0]?.isGiven).toBe(false);
    const given = withKeysGiven(missing, [secret('STRIPE_KEY')]);
    expect(given.keysNeeded?.[0]?.isGiven).toBe(true);
    expect(runOf(status([prompt, asks('STRIPE_KEY')]), given).keysNeeded?.[0]?.isGiven).toBe(true);
  });

  test('stay unknown where Get Project lists no secrets at all', () => {
    const result = runOf(status([prompt, asks('STRIPE_KEY')]), null);
    expect(withKeysGiven(result, undefined)).toBe(result);
  });

  test('are bounded, in number and in length', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`KEY_${i}`, { description: 'x'.repeat(900) }]),
    );
    const { keysNeeded = [] } = runOf(
      status([prompt, { ...asks('A'), secretKeysNeeded: { ['N'.repeat(200)]: {}, ...many } }]),
      null,
    );
    expect(keysNeeded).toHaveLength(20);
    expect(keysNeeded[0]).toMatchObject({ name: 'KEY_0', description: 'x'.repeat(200) });
  });
});

test('a label that was set elsewhere is stored on one line, within its limit, without invisible characters', () => {
  const labelled = (label: string) =>
    projectOfItem({ projectId: 'shop', label } as Parameters<typeof projectOfItem>[0], null).label;
  expect(labelled('Studio\n\u202e\u0000 Nord')).toBe('Studio Nord');
  expect([...(labelled('x'.repeat(100_000)) ?? '')]).toHaveLength(80);
  expect(labelled('\u200b'), 'it goes by its id').toBeNull();
});

describe('a batch of prompts (published reference, Conversation and runs)', () => {
  const closed = (messageType: string, createdAt: string) => ({ author: 'agent', messageType, createdAt });
  const multiPrompt = { status: 'executing', totalPrompts: 2, currentPromptIndex: 1 };
  const second = { ...prompt, createdAt: '2026-11-21T12:11:00Z' };
  const messages = [prompt, closed('error', '2026-11-21T12:10:00Z'), second];
  const going = { ...status(messages), status: 'init', startedAt: second.createdAt, multiPrompt };

  test('has how its prompts ended while it goes on', () => {
    expect(runOf(going, null)).toMatchObject({
      phase: 'running',
      promptEnds: [{ at: Date.parse('2026-11-21T12:10:00Z'), ending: 'failed' }],
    });
  });

  test('has no cost, where only that of its last prompt is told', () => {
    const over = {
      ...going,
      status: 'done',
      creditsSpent: 12,
      multiPrompt: { ...multiPrompt, status: 'done' },
    };
    const all = [...messages, closed('finished', '2026-11-21T12:20:00Z')];
    expect(costOf(runOf({ ...over, realtimeConversation: all }, null))).toBeNull();
    const only = [second, closed('finished', '2026-11-21T12:20:00Z')];
    expect(costOf(runOf({ ...over, realtimeConversation: only }, null))).toBe(12);
  });

  test('of an earlier run says nothing of this one', () => {
    const earlier = { ...multiPrompt, status: 'done', updatedAt: '2026-11-21T11:00:00Z' };
    expect(runOf({ ...going, multiPrompt: earlier }, null)).not.toHaveProperty('promptEnds');
  });
});

test('a status is read once: a note after the end changes neither when a run ended nor why', () => {
  const says = (messageType: string, message: string, createdAt: string) => ({
    ...{ author: 'agent', messageType, message, createdAt },
  });
  const record = status([
    prompt,
    says('error', 'Type error in x.ts', '2026-11-21T12:05:00Z'),
    says('regular', 'Anything else?', '2026-11-21T12:09:00Z'),
  ]);
  const row = readRun(record, NOW);
  const end = { ending: 'failed', endedAt: Date.parse('2026-11-21T12:05:00Z'), reason: 'Type error in x.ts' };
  expect(row).toMatchObject(end);
  expect(runOf(record)).toMatchObject({
    ...{ ending: end.ending, finishedAt: end.endedAt, lastMessage: end.reason, phase: 'failed' },
  });
});
