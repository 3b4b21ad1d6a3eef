import { describe, expect, test } from 'vitest';
import type { AgentStatusRecord } from '../builder-api/agent.ts';
import { keysAreUnreported, projectOfItem, runOfStatus, withKeysGiven } from './project-reading.ts';
import { costOf } from './project-state.ts';

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
    const run = runOfStatus(status([prompt, asks('MAIL_KEY'), asks('STRIPE_KEY', 'For payments')]), null);
    expect(run.keysNeeded).toEqual([{ name: 'STRIPE_KEY', description: 'For payments', isGiven: null }]);
    expect(keysAreUnreported(run)).toBe(true);
  });

  test('are none of an earlier prompt', () => {
    expect(runOfStatus(status([asks('OLD_KEY'), prompt]), null).keysNeeded).toEqual([]);
  });

  test('are given once Get Project lists them, whatever the message says, and that is kept', () => {
    const result = runOfStatus(status([prompt, asks('STRIPE_KEY')]), null);
    const missing = withKeysGiven(result, []);
    expect(missing.keysNeeded?.[0]?.isGiven).toBe(false);
    const given = withKeysGiven(missing, [secret('STRIPE_KEY')]);
    expect(given.keysNeeded?.[0]?.isGiven).toBe(true);
    expect(runOfStatus(status([prompt, asks('STRIPE_KEY')]), given).keysNeeded?.[0]?.isGiven).toBe(true);
  });

  test('stay unknown where Get Project lists no secrets at all', () => {
    const result = runOfStatus(status([prompt, asks('STRIPE_KEY')]), null);
    expect(withKeysGiven(result, undefined)).toBe(result);
  });

  test('are bounded, in number and in length', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`KEY_${i}`, { description: 'x'.repeat(900) }]),
    );
    const { keysNeeded = [] } = runOfStatus(
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
    expect(runOfStatus(going, null)).toMatchObject({
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
    expect(costOf(runOfStatus({ ...over, realtimeConversation: all }, null))).toBeNull();
    const only = [second, closed('finished', '2026-11-21T12:20:00Z')];
    expect(costOf(runOfStatus({ ...over, realtimeConversation: only }, null))).toBe(12);
  });

  test('of an earlier run says nothing of this one', () => {
    const earlier = { ...multiPrompt, status: 'done', updatedAt: '2026-11-21T11:00:00Z' };
    expect(runOfStatus({ ...going, multiPrompt: earlier }, null)).not.toHaveProperty('promptEnds');
  });
});
