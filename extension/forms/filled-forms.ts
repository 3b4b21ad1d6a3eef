import { keptEventWith } from '../../shared/attention/fixtures.ts';
import { busyAccount } from '../fixtures/sample-account.ts';
import { draftFixture } from '../launch/draft/draft-fixture.ts';
import { entryFixture, recordFixture } from '../launch/history/entry-fixture.ts';

const NOW = Date.UTC(2026, 10, 21);
const event = {
  ...keptEventWith({ seq: 1, event: 'agent.prompt.finished', at: NOW }),
  facts: { status: 'done', n: 1, ok: true, no: null },
};
const refusal = { code: 'X', message: 'No', httpStatus: 409, details: { left: 1 } };
const record = recordFixture({ refusal, warnings: [{ step: 'agent', errorCode: 'E', errorMessage: 'no' }] });
const capture = {
  kind: 'page',
  title: 'A page',
  url: 'https://example.org/',
  capturedAt: NOW,
  markdown: '# A page',
  candidates: [{ kind: 'image', url: 'https://example.org/a.png', text: 'A' }],
  notes: ['shortened'],
};
const draft = draftFixture({
  attachments: [
    { id: 'a', name: 'a', description: '', source: { kind: 'address', url: 'https://example.org/a' } },
    { id: 'b', name: 'b', description: '', source: { kind: 'file', bytes: 3, mime: 'text/plain' } },
  ],
  secrets: [{ id: 's', name: 'KEY', environment: 'both' }],
});

/** A whole value of each form that outside data is read by, with something in every list: what the tests spoil. */
export const FILLED: Record<string, unknown> = {
  'snapshot.snapshot': { ...busyAccount(NOW), launches: [record] },
  'envelope.envelope': { errors: { errorCode: 'E', errorMessage: 'no', errorDetails: { a: 1 } }, data: null },
  'health.health': {
    ok: true,
    version: '1',
    at: NOW,
    configured: { serviceUrl: true, apiKey: true, encryptionKey: true, publicUrl: false, firstOwner: true },
    problems: ['one'],
  },
  'launches.launchRecord': record,
  'live.liveMessage': { type: 'changed', version: 'v', cursor: 1, events: [event] },
  'pairing.pairAnswer': { deviceId: 'd', token: 't', role: 'owner' },
  'pairing.pairingCode': { code: 'c', role: 'viewer', expiresAt: NOW },
  'pairing.device': {
    deviceId: 'd',
    name: 'n',
    role: 'builder',
    pairedAt: NOW,
    lastSeenAt: null,
    current: true,
    dailySpendCredits: 5,
  },
  'settings.settingsForm': {
    theme: 'dark',
    silencedTopics: ['x'],
    quietHours: { on: true, from: '22:00', to: '07:00' },
  },
  'capture.captureResult': { capture, block: null },
  'draft.draft': draft,
  'draft.launchSettings': draft.settings,
  'template.template': { id: 't', name: 'n', text: '{title}', addressPattern: '' },
  'entry.launchEntry': entryFixture({
    draft,
    record,
    refusal,
    outcome: { phase: 'finished', creditsSpent: 3, finishedAt: NOW },
    retries: { agent: { key: 'k', state: 'done', message: null } },
  }),
  'launchCommands.confirmLaunch': { draftId: 'd', insteadOf: null },
  'launchCommands.retryLaunchStep': { key: 'k', step: 'agent' },
  'commands.setCap': { itemId: 'i', projectId: 'p', category: 'development', from: 1, to: null },
  'commands.setFeatureBudget': { itemId: 'i', projectId: 'p', feature: 'f', field: 'monthlyUnitCap', to: 3 },
  'commands.invite': { role: 'owner' },
};
