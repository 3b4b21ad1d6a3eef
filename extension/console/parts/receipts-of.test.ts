import { describe, expect, it } from 'vitest';
import type { ConversationMessage } from '../../../shared/builder-api/agent.ts';
import type { WorkEntry } from '../../../shared/edge-api/work.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { receiptsOf } from './receipts-of.ts';

const T0 = Date.UTC(2026, 10, 21, 10);
const at = (minute: number) => T0 + minute * MINUTE_MS;
const said = (author: string, minute: number, more: Partial<ConversationMessage>) =>
  ({ author, message: '', createdAt: new Date(at(minute)).toISOString(), ...more }) as ConversationMessage;
const user = (minute: number, message: string) => said('user', minute, { message, messageType: 'regular' });
const agent = (minute: number, messageType: string, versionId?: string) =>
  said('agent', minute, { messageType, ...(versionId !== undefined && { versionId }) });
const run = (id: number, more: Partial<WorkEntry>): WorkEntry => ({
  ...{ id, projectId: 'shop', kind: 'run', call: null, by: null, prompt: null, promptedAt: null },
  ...{ begunAt: at(id), sentAt: null, startedAt: null, isOver: true, endedAt: null, overAt: at(id) },
  ...{ ending: 'succeeded', reason: null, credits: null, refunded: null, versionId: null },
  ...{ deploymentId: null, fixAttempts: null, batch: null, stoppedAt: null, capped: null },
  ...{ withoutBudget: null, hasEvent: true, mark: null, acts: [], told: [] },
  ...more,
});
const finished = [user(0, 'Add a page'), agent(1, 'building'), agent(14, 'finished', 'v1')];
const going = [user(0, 'Add a page'), agent(1, 'building')];

describe('a run that is over', () => {
  it('is told once, with what its row says and where it stands in the conversation', () => {
    const row = run(7, { promptedAt: at(0), startedAt: at(0), endedAt: at(14), credits: 12.5 });
    expect(receiptsOf([row], finished)).toEqual([
      expect.objectContaining({
        ...{ key: 'work:7', row, kind: 'run', prompt: 'Add a page', startedAt: at(0), endedAt: at(14) },
        ...{ credits: 12.5, ending: 'succeeded', versionId: 'v1', lastMessage: 2 },
      }),
    ]);
  });

  it.each([
    ['its version', { versionId: 'v1' }],
    ['its closing message', { endedAt: at(14) }],
    ['its prompt', { promptedAt: at(0) }],
    ['its words, where no reading has shown it', { prompt: 'Add a page', endedAt: at(14.5) }],
  ])('is found by %s', (_, more) => {
    expect(receiptsOf([run(7, more)], finished)).toMatchObject([{ row: { id: 7 }, lastMessage: 2 }]);
  });

  it('is not guessed among several with its words: neither by their order nor by their times', () => {
    const messages = [...finished, user(20, 'Add a page'), agent(30, 'finished')];
    const row = run(7, { prompt: 'Add a page', endedAt: at(30.5), credits: 9 });
    expect(receiptsOf([row], messages)).toMatchObject([
      { row: { id: 7 }, credits: 9, lastMessage: null },
      { row: null, credits: null, lastMessage: 4 },
      { row: null, credits: null, lastMessage: 2 },
    ]);
  });

  it('says how it ended as its row does, which knows of stops and caps, else as the message that closes it', () => {
    const of = (ending: WorkEntry['ending']) =>
      receiptsOf([run(7, { promptedAt: at(0), ending })], finished)[0];
    expect(of('stopped')?.ending).toBe('stopped');
    expect(of('not-known')?.ending).toBe('succeeded');
  });

  it('is told by the conversation alone, as one of before the edge was set up', () => {
    const messages = [...going, user(30, 'Two'), agent(41, 'limit-reached')];
    expect(receiptsOf([], messages)).toMatchObject([
      { row: null, prompt: 'Two', ending: 'capped', credits: null, endedAt: at(41) },
      { row: null, prompt: 'Add a page', ending: 'not-known', endedAt: null },
    ]);
  });

  it('is told by its row alone, as of a conversation that goes back no further', () => {
    const row = run(7, { prompt: 'Long ago &amp; away', endedAt: at(8) });
    expect(receiptsOf([row], [])).toMatchObject([{ prompt: 'Long ago & away', lastMessage: null }]);
  });

  it('has the prompt as it was sent from here', () => {
    const row = run(7, { call: 'prompt-0001', prompt: 'Write &amp; for &', endedAt: at(8) });
    expect(receiptsOf([row], [])).toMatchObject([{ prompt: 'Write &amp; for &' }]);
  });
});

describe('a run that is not over has none', () => {
  it.each([
    ['its row says that it goes on', [run(7, { promptedAt: at(0), isOver: false, ending: null })], going],
    [
      'its row says so, whatever closes its last message',
      [run(7, { promptedAt: at(0), isOver: false })],
      finished,
    ],
    ['nothing says that it is over', [], going],
  ])('%s', (_, rows, messages) => expect(receiptsOf(rows, messages)).toEqual([]));

  it('until its row is over', () => {
    const row = run(7, { promptedAt: at(0), ending: 'stopped', overAt: at(5), credits: 10 });
    expect(receiptsOf([row], going)).toMatchObject([{ ending: 'stopped', endedAt: at(5), credits: 10 }]);
  });
});

it('a deployment is told by its row, and nothing else that is work', () => {
  const deploy = run(9, { kind: 'deploy', ending: 'failed', refunded: true, fixAttempts: 2, endedAt: at(3) });
  expect(receiptsOf([run(10, { kind: 'restore' }), deploy], [])).toMatchObject([
    { kind: 'deploy', ending: 'failed', refunded: true, fixAttempts: 2, lastMessage: null },
  ]);
});
