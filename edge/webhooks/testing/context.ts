import { type EventLog, kvEventLog } from '../../account/events/outbox.ts';
import { EventStore, eventsSchema } from '../../account/events/store.ts';
import { parsedCalls, ServiceClient } from '../../builder-api/client.ts';
import { configuration } from '../../configuration.ts';
import type { AccountContext } from '../../object/context.ts';
import { migrate } from '../../object/database.ts';
import { type Job, type JobName, Jobs, jobsSchema } from '../../object/jobs.ts';
import type { WebhookService } from '../subscriptions/webhook-service.ts';
import { Webhooks, webhookSchemas } from '../webhooks.ts';

export const TEST_PUBLIC_URL = 'https://edge.example';
export const T0 = Date.parse('2026-11-20T12:00:00Z');

export type TestClock = { at: number };

/** A context over a test object's real storage, with a clock controlled by the test. */
export function testContext(
  state: DurableObjectState,
  env: Cloudflare.Env,
  clock: TestClock,
  handlers: Partial<Record<JobName, Job>> = {},
): AccountContext {
  migrate(state.storage, [jobsSchema, eventsSchema, ...webhookSchemas]);
  const now = () => clock.at;
  return {
    storage: state.storage,
    env,
    configuration: {
      ...configuration(env),
      serviceUrl: 'https://service.example',
      apiKey: 'test-key',
      publicUrl: TEST_PUBLIC_URL,
      encryptionKey: new Uint8Array(32).fill(7),
    },
    now,
    jobs: new Jobs(state.storage, handlers, now),
    client: new ServiceClient({ serviceUrl: null, apiKey: null }),
    aged: () => {},
    changed: () => undefined,
    waitUntil: (work) => state.waitUntil(work),
  };
}

export function testIntake(
  context: AccountContext,
  log: EventLog = kvEventLog(context.env.EVENTS),
): EventStore {
  return new EventStore(context, log);
}

export function testWebhooks(context: AccountContext, service: WebhookService): Webhooks {
  const log = kvEventLog(context.env.EVENTS);
  const ask = parsedCalls(context.client);
  return new Webhooks(context, {
    service,
    events: testIntake(context, log),
    log,
    call: ask,
    projectStates: () => [],
  });
}
