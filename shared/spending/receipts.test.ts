import { describe, expect, it } from 'vitest';
import type { ConversationMessage } from '../builder-api/agent.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { DeployState } from '../snapshot/project-state.ts';
import { MINUTE_MS } from '../time.ts';
import { type LatestRun, latestRunOf, type ReceiptSources, receiptsOf } from './receipts.ts';

const T0 = Date.UTC(2026, 10, 21, 10);
const at = (minute: number) => T0 + minute * MINUTE_MS;
const iso = (minute: number) => new Date(at(minute)).toISOString();

const user = (minute: number, message: string): ConversationMessage => ({
  author: 'user',
  message,
  messageType: 'regular',
  createdAt: iso(minute),
});
const agent = (minute: number, messageType: string, more: Partial<ConversationMessage> = {}) =>
  ({ author: 'agent', message: '', messageType, createdAt: iso(minute), ...more }) as ConversationMessage;
const event = (name: string, minute: number, facts: KeptEvent['facts'] = {}): KeptEvent => ({
  seq: minute,
  id: `e${minute}`,
  event: name,
  projectId: 'shop',
  at: at(minute),
  receivedAt: at(minute),
  source: 'webhook',
  facts,
});
const latest = (more: Partial<LatestRun>): LatestRun => ({
  phase: 'finished',
  startedAt: null,
  finishedAt: null,
  creditsSpent: null,
  ...more,
});
const deployed = (more: Partial<DeployState>): DeployState => ({
  phase: 'live',
  status: 'success',
  startedAt: at(0),
  finishedAt: at(3),
  step: null,
  liveUrl: 'https://shop.example',
  errorText: null,
  creditRefunded: null,
  ...more,
});
const receipts = (sources: Partial<ReceiptSources>) =>
  receiptsOf({ messages: [], events: [], run: null, deploy: null, ...sources });

describe('a run that is over', () => {
  const finished = [user(0, 'Add a page'), agent(1, 'building'), agent(14, 'finished', { versionId: 'v1' })];

  it('has the prompt, its minutes, how it ended and its version from the conversation (published reference, Conversation and runs)', () => {
    expect(receipts({ messages: finished })).toEqual([
      {
        kind: 'run',
        key: `run:${at(0)}`,
        prompt: 'Add a page',
        startedAt: at(0),
        endedAt: at(14),
        credits: null,
        ending: 'succeeded',
        versionId: 'v1',
        lastMessage: 2,
      },
    ]);
  });

  it('has the credits of the latest run, never of one before it (creditsSpent is of the current prompt)', () => {
    const messages = [...finished, user(20, 'Now a form'), agent(32, 'finished')];
    const run = latest({ startedAt: at(20), creditsSpent: 12.5 });
    expect(receipts({ messages, run })).toMatchObject([
      { prompt: 'Now a form', credits: 12.5 },
      { prompt: 'Add a page', credits: null },
    ]);
  });

  it('has the credits that its event was told, among prompts sent within a minute too', () => {
    const messages = [
      ...finished,
      user(20, 'Now a form'),
      agent(20.2, 'limit-reached'),
      user(20.5, 'Once more'),
      agent(20.6, 'limit-reached'),
    ];
    const run = latest({ startedAt: at(20.5), creditsSpent: 0 });
    const events = [
      event('agent.prompt.finished', 14, { startedAt: at(0.1), creditsSpent: 6.9 }),
      event('agent.prompt.finished', 20.2, { startedAt: at(20.1), creditsSpent: 11 }),
    ];
    expect(receipts({ messages, run, events }).map((one) => one.kind === 'run' && one.credits)).toEqual([
      0, 11, 6.9,
    ]);
  });

  it('takes nothing of a run, or a batch, that ended before its prompt was sent', () => {
    const messages = [...finished, user(15, 'Now a form')];
    const ended = latest({ startedAt: at(0), finishedAt: at(14), creditsSpent: 12.5, ending: 'succeeded' });
    for (const run of [
      { ...ended, startedAt: null },
      { ...ended, startedAt: at(14.5) },
    ])
      expect(receipts({ messages, run })).toMatchObject([{ prompt: 'Add a page', credits: null }]);
  });

  it('takes nothing of a reading that is older than the conversation', () => {
    const messages = [...finished, user(20, 'Now a form'), agent(32, 'error')];
    const run = latest({ startedAt: at(0), creditsSpent: 9, ending: 'succeeded' });
    expect(receipts({ messages, run })[0]).toMatchObject({ credits: null, ending: 'failed' });
  });

  it('has what its event reports, where there is no closing message', () => {
    const messages = [user(0, 'One'), agent(1, 'building'), user(30, 'Two'), agent(41, 'limit-reached')];
    const events = [event('agent.prompt.finished', 8, { status: 'stopped', creditsSpent: 10 })];
    expect(receipts({ messages, events })).toMatchObject([
      { prompt: 'Two', ending: 'capped' },
      { prompt: 'One', ending: 'stopped', endedAt: at(8), credits: 10 },
    ]);
  });

  it('does not say how it ended where nothing does', () => {
    const messages = [user(0, 'One'), agent(1, 'building'), user(30, 'Two'), agent(41, 'finished')];
    expect(receipts({ messages })[1]).toMatchObject({ prompt: 'One', ending: 'not-known', endedAt: null });
  });

  it('is known from its event alone, as of a conversation that goes back no further', () => {
    const events = [event('agent.prompt.finished', 8, { status: 'done', prompt: 'Long ago' })];
    expect(receipts({ events })).toMatchObject([{ prompt: 'Long ago', ending: 'not-known', credits: null }]);
  });

  it('has what a reading has filled into its event, though a later run has replaced that reading', () => {
    const facts = { status: 'done', ending: 'failed', creditsSpent: 7 };
    const events = [event('agent.prompt.finished', 8, facts)];
    const run = latest({ phase: 'running', startedAt: at(20) });
    expect(receipts({ events, run })).toMatchObject([{ ending: 'failed', credits: 7 }]);
  });

  it('takes nothing of a run that began after its end, however soon that was over', () => {
    const events = [event('agent.prompt.finished', 8, { status: 'done', prompt: 'First of a batch' })];
    const run = latest({ startedAt: at(8), finishedAt: at(8) + 31_000, creditsSpent: 27.9 });
    expect(receipts({ events, run })).toMatchObject([{ startedAt: null, credits: null }]);
  });

  it('is not made up by what the app itself can sign', () => {
    const own = { ...event('agent.prompt.finished', 8, { creditsSpent: 1 }), signer: 'project' as const };
    expect(receipts({ events: [own] })).toEqual([]);
  });
});

describe('a run that is not over', () => {
  const going = [user(0, 'Add a page'), agent(1, 'building')];

  it.each([
    ['the snapshot says that it runs', { run: latest({ phase: 'running', startedAt: at(0) }) }],
    ['nothing says that it is over', {}],
  ])('has no receipt: %s', (_, more) => expect(receipts({ messages: going, ...more })).toEqual([]));

  it('gets one as soon as a reading knows its end', () => {
    const run = latest({ ending: 'stopped', startedAt: at(0), finishedAt: at(5), creditsSpent: 10 });
    expect(receipts({ messages: going, run })).toMatchObject([
      { ending: 'stopped', endedAt: at(5), credits: 10 },
    ]);
  });

  it('is read from Agent Status where the snapshot does not hold the project', () => {
    const status = { status: 'done', startedAt: iso(0), creditsSpent: 11, multiPrompt: null };
    const messages = [...going, agent(9, 'finished')];
    const run = latestRunOf({ ...status, realtimeConversation: messages });
    expect(receipts({ messages, run })).toMatchObject([{ ending: 'succeeded', credits: 11 }]);
  });
});

describe('a deployment that is over', () => {
  it('is reported once by its event and the reading of the same end (Events, deployment.finished)', () => {
    const events = [
      event('deployment.finished', 3, { deploymentId: 'd1', status: 'success', fixAttempts: 2 }),
    ];
    expect(receipts({ events, deploy: deployed({}) })).toEqual([
      {
        kind: 'deploy',
        key: 'deploy:d1',
        startedAt: at(0),
        endedAt: at(3),
        ending: 'succeeded',
        refunded: false,
        fixAttempts: 2,
        liveUrl: 'https://shop.example',
      },
    ]);
  });

  it('is reported once where its event was told when it began', () => {
    const events = [event('deployment.finished', 4, { status: 'success', startedAt: at(0) })];
    expect(receipts({ events, deploy: deployed({}) })).toMatchObject([{ endedAt: at(4), startedAt: at(0) }]);
  });

  it('is reported by the reading where no event came, and by the event where another followed', () => {
    const events = [event('deployment.finished', 40, { status: 'error', creditRefunded: true })];
    expect(receipts({ events, deploy: deployed({}) })).toMatchObject([
      { ending: 'failed', refunded: true, startedAt: null },
      { ending: 'succeeded', startedAt: at(0) },
    ]);
  });

  it.each([{}, { status: '' }, { status: 'bundled' }])(
    'did not go live because no failure was told: %j',
    (facts) => {
      const events = [event('deployment.finished', 40, facts)];
      expect(receipts({ events })).toMatchObject([{ ending: 'not-known' }]);
      const failed = deployed({ phase: 'failed', finishedAt: at(40) });
      expect(receipts({ events, deploy: failed })).toMatchObject([{ ending: 'failed' }]);
    },
  );

  it('is none while it goes on', () => {
    expect(receipts({ deploy: deployed({ phase: 'deploying', finishedAt: null }) })).toEqual([]);
  });
});
