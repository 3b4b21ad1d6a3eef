import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Ending } from './ending.ts';
import { type RunFacts, runProgress } from './run-ending.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString();
const user = (second: number) => ({ author: 'user', messageType: 'regular', createdAt: at(second) });
const agent = (messageType: string, second: number) => ({
  author: 'agent',
  messageType,
  createdAt: at(second),
});
const ended = (ending: Ending) => ({ kind: 'ended', ending });

describe('how a run goes and ended (published reference, Conversation and runs)', () => {
  it.each<[string, RunFacts, unknown]>([
    ['init runs', { status: 'init' }, { kind: 'running' }],
    ['idle never ran', { status: 'idle' }, { kind: 'idle' }],
    ['nothing told is not known', {}, { kind: 'unknown' }],
    ['a new word is not known', { status: 'dreaming' }, { kind: 'unknown' }],
    ['done alone does not say how', { status: 'done' }, ended('not-known')],
    ['done, finished', { status: 'done', messages: [user(0), agent('finished', 9)] }, ended('succeeded')],
    ['done, error', { status: 'done', messages: [user(0), agent('error', 9)] }, ended('failed')],
    [
      'done, limit reached',
      { status: 'done', messages: [user(0), agent('limit-reached', 9)] },
      ended('capped'),
    ],
    [
      'only what follows the last prompt counts',
      { status: 'done', messages: [user(0), agent('finished', 9), user(10), agent('building', 12)] },
      ended('not-known'),
    ],
    [
      'a closing message before chatter still closes',
      { status: 'done', messages: [user(0), agent('limit-reached', 2), agent('building', 3)] },
      ended('capped'),
    ],
    ['a stop of ours', { status: 'done', stopAccepted: true }, ended('stopped')],
    [
      'a stop of ours, whatever the agent closes with',
      { status: 'done', stopAccepted: true, messages: [user(0), agent('finished', 9)] },
      ended('stopped'),
    ],
    [
      'a cap closes it before a stop does',
      { status: 'done', stopAccepted: true, messages: [user(0), agent('limit-reached', 9)] },
      ended('capped'),
    ],
    ['the event alone', { event: { status: 'done' } }, ended('not-known')],
    ['an event that beats an older read', { status: 'init', event: { status: 'done' } }, ended('not-known')],
    ['an event with a plainer word', { status: 'done', event: { status: 'error' } }, ended('failed')],
    ['a cap reached meanwhile', { status: 'done', capReached: true }, ended('capped')],
    [
      'a cap reached by the very end of a finished run',
      { status: 'done', capReached: true, messages: [user(0), agent('finished', 9)] },
      ended('succeeded'),
    ],
    [
      'a prompt of a batch is not its end',
      {
        status: 'done',
        event: { status: 'done' },
        batch: { status: 'executing' },
        messages: [user(0), agent('finished', 9)],
      },
      { kind: 'running' },
    ],
    ['a batch that is planned', { status: 'done', batch: { status: 'planning' } }, { kind: 'running' }],
    [
      'a batch that is over',
      { status: 'done', batch: { status: 'done' }, messages: [user(0), agent('finished', 9)] },
      ended('succeeded'),
    ],
    [
      'a batch with a failed prompt',
      {
        status: 'done',
        batch: { status: 'done', prompts: [{ status: 'failed' }, { status: 'done' }] },
        messages: [user(0), agent('finished', 9)],
      },
      ended('failed'),
    ],
    ['a cancelled batch', { status: 'done', batch: { status: 'cancelled' } }, ended('stopped')],
    ['a paused batch', { status: 'done', batch: { status: 'paused' } }, ended('paused')],
    [
      'a batch that was updated a moment before its next prompt began is not older',
      {
        status: 'done',
        startedAt: at(20),
        batch: { status: 'executing', updatedAt: at(20).replace('20.000', '19.999') },
        messages: [user(10), agent('finished', 15)],
      },
      { kind: 'running' as const },
    ],
    [
      'an older batch is not about this run',
      {
        status: 'done',
        startedAt: at(20),
        batch: { status: 'executing', updatedAt: at(10) },
        messages: [user(20), agent('finished', 30)],
      },
      ended('succeeded'),
    ],
  ])('%s', (_, facts, progress) => expect(runProgress(facts)).toEqual(progress));
});

/** What a correct service reports for a run that ended this way. */
const TOLD: Record<'succeeded' | 'failed' | 'stopped' | 'capped', fc.Arbitrary<Required<RunFacts>>> = {
  succeeded: toldOf('finished', { stopAccepted: false, capReached: false }),
  failed: toldOf('error', { stopAccepted: false, capReached: false }),
  stopped: toldOf(null, { stopAccepted: true, capReached: false }),
  capped: toldOf('limit-reached', { stopAccepted: false, capReached: true }),
};

function toldOf(
  closing: string | null,
  facts: Pick<Required<RunFacts>, 'stopAccepted' | 'capReached'>,
): fc.Arbitrary<Required<RunFacts>> {
  return fc.array(fc.constantFrom('starting', 'building', 'regular'), { maxLength: 6 }).map((said) => ({
    ...facts,
    status: 'done',
    startedAt: at(0),
    event: { status: 'done' },
    batch: null,
    messages: [
      user(0),
      ...said.map((type, i) => agent(type, 1 + i)),
      ...(closing === null ? [] : [agent(closing, 30)]),
    ],
  }));
}

test.each(Object.keys(TOLD) as (keyof typeof TOLD)[])(
  'a run that ended %s is reported as that or as not known, whatever the order of its messages and whatever is lost',
  (ending) => {
    const lost = fc.record({
      status: fc.boolean(),
      event: fc.boolean(),
      stop: fc.boolean(),
      cap: fc.boolean(),
      messages: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      order: fc.array(fc.integer(), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(TOLD[ending], lost, (result, without) => {
        const kept: RunFacts = {
          ...result,
          status: without.status ? null : (result.status ?? null),
          event: without.event ? null : (result.event ?? null),
          stopAccepted: !without.stop && result.stopAccepted,
          capReached: !without.cap && result.capReached,
          messages: (result.messages ?? [])
            .map((message, i) => ({ message, order: without.order[i] ?? 0, isLost: without.messages[i] }))
            .filter(({ isLost }) => !isLost)
            .sort((a, b) => a.order - b.order)
            .map(({ message }) => message),
        };
        const progress = runProgress(kept);
        if (without.status && without.event) expect(progress.kind).toBe('unknown');
        else expect([ending, 'not-known']).toContain('ending' in progress && progress.ending);
      }),
    );
  },
);
