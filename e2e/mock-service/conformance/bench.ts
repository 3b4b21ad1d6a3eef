import { expect } from 'vitest';
import { createClock } from '../clock/clock.ts';
import type { Control } from '../control/control.ts';
import { type LocalService, startLocalService } from '../service.ts';
import { type Client, clientOf, type Reply } from '../testing/client.ts';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.ts';

export const DAY_MS = 86_400_000;
export const HOOKS = 'https://hooks.test';

/** Tools of a row: a service with a stopped clock, clients, and a webhook receiver. */
export interface Bench {
  service: LocalService;
  control: Control;
  receiver: Receiver;
  call: Client;
  /** As a team member, or with a restricted key. */
  member: Client;
  restricted: Client;
  /** The same service by its older host. */
  legacyHost: Client;
  project(projectId: string, engine?: 'v2' | 'legacy'): void;
  launch(body?: Record<string, unknown>): Promise<Reply>;
  /** The balance of Get Account; 0 when there is none. */
  credits(): Promise<number>;
  /** What the account paid for this, by its balance before and after. */
  cost(work: () => unknown): Promise<number>;
  /** Brings a project live. */
  publish(projectId: string): void;
  /** The response of an uploaded file's signed address. */
  file(url: string): Promise<{ status: number; text: string }>;
  /** Project ids of the first page of List Projects. */
  ids(query?: string): Promise<string[]>;
  /** Subscribes the receiver; returns the subscription. */
  hook(event: string, extra?: Record<string, unknown>): Promise<Reply>;
  /** Bodies received so far, optionally of one event. */
  arrived(event?: string): Promise<{ event: string; timestamp: string; data: Record<string, unknown> }[]>;
  /** Waits in real time until a request of this operation is under way. */
  underWay(operation: string, requests?: number): Promise<void>;
  /** Expects a refusal without cost or a created project. */
  refused(
    ask: () => Promise<Reply>,
    status: number,
    code: string,
    details?: Record<string, unknown>,
  ): Promise<Reply>;
}

export interface OpenBench {
  fresh(): Bench;
  close(): Promise<void>;
}

/** Time starts in the middle of a month, so that no month ends by accident. */
const START = Date.UTC(2026, 10, 15, 12);

export async function openBench(): Promise<OpenBench> {
  const receiver = await startReceiver();
  const service = await startLocalService({
    clock: createClock({ stepped: true, graceMs: 3_000, start: START }),
    connectTo: { 'hooks.test': receiver.url },
  });
  return {
    fresh() {
      service.control.reset();
      receiver.received.length = 0;
      receiver.responses.length = 0;
      return benchOf(service, receiver);
    },
    async close() {
      await service.stop();
      await receiver.stop();
    },
  };
}

function benchOf(service: LocalService, receiver: Receiver): Bench {
  const { control } = service;
  control.addKey({ key: 'member-key', owner: false, restricted: false });
  control.addKey({ key: 'restricted-key', owner: true, restricted: true, projectIds: ['allowed-only'] });
  const call = clientOf(service);
  const credits = async () => {
    const { status, data } = await call('GET', '/account');
    return status === 200 ? (data.credits as number) : 0;
  };
  /** State that a refused call must not change. */
  const state = async () => {
    const { headers } = await call('GET', '/projects?limit=1');
    return { credits: await credits(), projects: headers.get('x-total-count') };
  };
  return {
    service,
    control,
    receiver,
    call,
    member: clientOf(service, 'member-key'),
    restricted: clientOf(service, 'restricted-key'),
    legacyHost: async (...request) => {
      control.setLegacyHost(true);
      const reply = await call(...request);
      control.setLegacyHost(false);
      return reply;
    },
    project: (projectId, engine = 'v2') => control.addProject({ projectId, engine }),
    launch: (body = {}) =>
      call('POST', '/projects/launch', { projectId: 'recipes', prompt: 'Build it', ...body }),
    credits,
    async cost(work) {
      const before = await credits();
      await work();
      return Math.round((before - (await credits())) * 1000) / 1000;
    },
    publish(projectId) {
      control.startDeployment(projectId);
      control.finishDeployment(projectId, 'success');
    },
    async file(url) {
      const { pathname, search } = new URL(url);
      const response = await fetch(`${service.url}/__files${pathname}${search}`);
      return { status: response.status, text: await response.text() };
    },
    async ids(query = '') {
      const { data } = await call('GET', `/projects${query}`);
      return data.map((project: { projectId: string }) => project.projectId);
    },
    hook: (event, extra = {}) => call('PUT', '/webhooks', { url: `${HOOKS}/in`, event, ...extra }),
    async arrived(event) {
      await control.settled();
      return receiver.received
        .map(({ body }: Received) => JSON.parse(body))
        .filter((body) => event === undefined || body.event === event);
    },
    async underWay(operation, requests = 1) {
      const deadline = Date.now() + 10_000;
      while ((control.counters().requests[operation] ?? 0) < requests) {
        if (Date.now() > deadline) throw new Error(`No request of ${operation} has come`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    async refused(ask, status, code, details) {
      const before = await state();
      const reply = await ask();
      expect({ status: reply.status, code: reply.code }).toEqual({ status, code });
      expect(reply.data).toBeNull();
      expect(typeof reply.json.errors.errorMessage).toBe('string');
      if (details !== undefined) expect(reply.details).toMatchObject(details);
      expect(await state()).toEqual(before);
      return reply;
    },
  };
}
