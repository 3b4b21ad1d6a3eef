import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickFacts } from '../../edge/events/event-row.ts';
import {
  type ConnectionFacts,
  connectionStatus,
  linkOf,
  unheardSince,
} from '../../extension/connection/status.ts';
import { buildFactsOf } from '../../shared/attention/build-facts.ts';
import { emptyAttention } from '../../shared/attention/item.ts';
import { attentionNowOf } from '../../shared/attention/open-items.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { featureLimitsRecord, rateLimitRecord } from '../../shared/builder-api/limits-schema.ts';
import { pullStatus, rebuildStatus } from '../../shared/builder-api/publishing.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { SECTION_ERROR_OF, type Section, unreadSection } from '../../shared/snapshot/section.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Circumstances } from '../../shared/spending/blocker.ts';
import { ownWorkOf } from '../../shared/spending/own-work.ts';
import { launchPrice } from '../../shared/spending/price.ts';
import { canBuild } from '../../shared/spending/readiness.ts';
import { blockerOfRefusal } from '../../shared/spending/refusal.ts';
import { committedCredits } from '../../shared/spending/runs.ts';
import { verdictOf } from '../../shared/spending/verdict.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { type Bench, type OpenBench, openBench } from '../mock-service/conformance/bench.ts';
import { type EdgeReading, edgeReading } from './edge-reading.ts';
import { extensionWords } from './extension-words.ts';
import { PROJECT, STATES, type State } from './states.ts';

let open: OpenBench;
let words: Awaited<ReturnType<typeof extensionWords>>;
const rows: string[] = [];

beforeAll(async () => {
  open = await openBench();
  words = await extensionWords();
});
afterAll(() => open.close());

const EVENTS = ['project.paused', 'project.resumed', 'project.kill_switch.fired'];

test.each(STATES)('$says: what is said of it is what the service does', async (state) => {
  const bench = open.fresh();
  bench.project(PROJECT);
  for (const event of EVENTS) await bench.hook(event);
  await state.arrange(bench);
  const reported = await readinessIn(bench, state);
  const named =
    'because' in reported.readiness
      ? reported.readiness.because
      : reported.readiness.kind === 'yes'
        ? reported.readiness.after
        : null;
  const kind = state.readiness === 'not-seen' ? 'yes' : state.readiness;
  expect(reported.readiness.kind, JSON.stringify(reported.readiness)).toBe(kind);
  const isTold = state.readiness !== 'not-seen' && state.readiness !== 'not-known';
  if (isTold) expect(named?.cause.kind ?? null).toBe(state.cause);

  const refused = state.without ? null : await ask(bench, state);
  expect(refused && (refused.code ?? refused.kind)).toBe(state.code);
  const refusal = refused?.code ? blockerOfRefusal(refused, state.act, reported.given) : null;
  // The budget of all features is the infrastructure cap: the service names the one, the caps the other.
  const isSameField = refusal?.cause.kind === 'feature-budget' && state.cause === 'infrastructure-cap';
  if (refusal && !isSameField) expect(refusal.cause.kind).toBe(state.cause);
  if (state.readiness === 'no' && !state.without)
    expect(refused, 'no is said of what is taken').not.toBeNull();
  if (state.readiness === 'yes') expect(refused, 'yes is said of what is refused').toBeNull();

  const naming = words.namingOf({ names: {} }, false);
  const now = reported.given.now;
  const verdict = verdictOf(reported, now);
  expect(verdict.kind).toBe(state.verdict ?? VERDICT_OF[state.readiness]);
  const { title, brief, facts, unlooked } = words.verdictWords(verdict, naming, now);
  const said = [title, brief].filter(Boolean).join(' · ');
  const after = refusal ? words.blockerSentence(refusal, naming, now) : '';
  const answers = state.without ? 'is not asked' : state.code === null ? 'takes it' : `\`${state.code}\``;
  rows.push(
    `| ${ACT_WORDS[state.act]} | ${state.says} | **${cell(said)}** ${cell(`${facts} ${unlooked}`.trim())} | ${answers} | ${isTold ? '' : cell(after)} |`,
  );
});

test('the table of all states is the one in the docs', async () => {
  expect(rows).toHaveLength(STATES.length);
  await expect(`${HEAD}\n${rows.join('\n')}\n`).toMatchFileSnapshot('../../docs/can-i-build.md');
});

/** Unless the state says otherwise. */
const VERDICT_OF = {
  yes: 'free',
  'not-seen': 'free',
  no: 'stopped',
  unsure: 'not-known',
  'not-known': 'not-known',
} as const;

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

const ACT_WORDS = { prompt: 'prompt', deploy: 'deploy', launch: 'launch', app: "the app's paid calls" };

const HEAD = `# Can I build? Every state, what is said of it, and what the service does

Made by \`e2e/can-build/table.test.ts\`, which brings the local service into each state, reads it as the edge does, asks "can I
build?", and then asks the service itself. What is taken is never said to be stopped; where the reference leaves open what happens,
or nobody could say, it is not known. What no reading tells of, or was not read, is said when it is refused: the last column.
Refusals of the edge itself (guards, the daily limit of a browser, roles) are proven by the tests of its routes.

| To | State | Said beforehand | The service | Said when refused |
|---|---|---|---|---|`;

/** Reads the service with the edge's own readers, and asks "can I build?" as the extension does. */
async function readinessIn(bench: Bench, { act, without, failure, isOpen }: State) {
  const now = bench.control.now();
  const askedAt = without === 'reading' ? now + HOUR_MS : now;
  const edge = await edgeReading(bench.service);
  const read = async <T>(
    reading: Promise<{ ok: true; data: T } | { ok: false; failure: ServiceFailure }>,
  ): Promise<Section<T>> => {
    const result = await reading;
    return result.ok
      ? { data: result.data, readAt: now, error: null }
      : { data: null, readAt: null, error: { code: SECTION_ERROR_OF[result.failure.kind], since: now } };
  };
  const events = await eventsOf(bench);
  const unreduced: Snapshot = {
    version: '1',
    at: now,
    ledger: { ledgerId: 'ledger-1', epoch: 1 },
    launches: [],
    sections: {
      account: await read(edge.read('account', now)),
      prices: await read(edge.read('prices', now)),
      atLimit: await read(edge.read('atLimit', now)),
      projects: await read(edge.read('projects', now)),
      events: { data: { lastSeq: events.length, items: events }, readAt: now, error: null },
      spending: unreadSection,
      deliveries: unreadSection,
      subscriptions: unreadSection,
      history: unreadSection,
    },
  };
  const { state } = reduceSnapshot(emptyAttention, unreduced);
  const { account } = unreduced.sections;
  const snapshot: Snapshot = {
    ...unreduced,
    ...(without === 'polls' && {
      sections: { ...unreduced.sections, account: { ...account, isOverdue: true } },
    }),
    attention: attentionNowOf(state, 0),
  };
  const stored: ConnectionFacts = {
    connection: without === 'pairing' ? null : {},
    health: {
      lastOkAt: now,
      live: true,
      failure: failure === undefined ? null : { kind: failure, code: null, message: null, since: now },
    },
    snapshot: { snapshot, etag: null, receivedAt: now, skewMs: 0 },
  };
  const status = connectionStatus(stored, without !== 'network', askedAt);
  const known = { ...(act === 'app' && (await appFacts(bench))), ...(isOpen && (await ownWork(bench))) };
  const facts = buildFactsOf(snapshot, {
    now: askedAt,
    role: without === 'role' ? 'viewer' : 'owner',
    link: linkOf(status),
    unheardSince: unheardSince(status),
    act,
    projectId: act === 'launch' ? null : PROJECT,
    price: act === 'launch' ? launchPrice(0, 'v2', snapshot.sections.prices.data) : null,
    known,
  });
  const answer = canBuild(facts, act, committedCredits(snapshot));
  const given: Circumstances = facts;
  return { ...answer, given };
}

/** What a project's page reads besides. */
async function ownWork({ call }: Bench) {
  const rebuild = await call('GET', `/projects/${PROJECT}/rebuild/status`);
  const pull = await call('GET', `/projects/${PROJECT}/github/pull-status`);
  return ownWorkOf(rebuildStatus.parse(rebuild.data), pullStatus.parse(pull.data));
}

/** What the Limits tab reads besides. */
async function appFacts({ call }: Bench) {
  const limits = await call('GET', `/projects/${PROJECT}/limits`);
  const visitors = await call('GET', `/projects/${PROJECT}/rate-limit`);
  return {
    features: featureLimitsRecord.parse(limits.data).features,
    visitors: rateLimitRecord.parse(visitors.data),
  };
}

async function eventsOf(bench: Bench): Promise<KeptEvent[]> {
  const arrived = await bench.arrived();
  return arrived.map(({ event, timestamp, data }, index) => ({
    seq: index + 1,
    id: `e${index}`,
    event,
    projectId: typeof data.projectId === 'string' ? data.projectId : null,
    at: Date.parse(timestamp),
    receivedAt: Date.parse(timestamp),
    source: 'webhook',
    facts: pickFacts(data),
  }));
}

type Refused = { kind: string; code: string | null; details: Record<string, unknown> | null };

/** Does it: null where the service takes it. */
async function ask(bench: Bench, { act }: State): Promise<Refused | null> {
  const parameters = { projectId: PROJECT };
  const edge = await edgeReading(bench.service);
  switch (act) {
    case 'prompt':
      return refusedOf(
        await edge.call('startAgent', { parameters, body: JSON.stringify({ prompt: 'Add a page' }) }),
      );
    case 'deploy':
      return refusedOf(await edge.call('deploy', { parameters, body: '{}' }));
    case 'launch':
      return refusedOf(
        await edge.call('launchProject', {
          body: JSON.stringify({ projectId: 'new-shop', prompt: 'Build a shop' }),
        }),
      );
    case 'app': {
      const code = await bench.control.appCall(PROJECT, { feature: 'ai_text', credits: 1 });
      return code === null ? null : { kind: 'refused', code, details: null };
    }
  }
}

const refusedOf = (outcome: Awaited<ReturnType<EdgeReading['call']>>): Refused | null =>
  outcome.ok ? null : outcome.failure;
