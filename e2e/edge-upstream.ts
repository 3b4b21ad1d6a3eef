/// <reference path="../edge/testing/provided.d.ts" />
import type { TestProject } from 'vitest/node';
import { startHookRelay } from './hook-relay.ts';
import { startLocalService } from './mock-service/service.ts';

/** Set-up of the edge's tests: their local service, and the relay of its deliveries. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Loaded early: on a busy machine, loading it at the first filter takes longer than the edge waits.
  await import('mingo');
  const relay = await startHookRelay();
  const service = await startLocalService({
    apiKey: 'canary-api-key-5f1e',
    seed: 7,
    connectTo: { 'edge.pilot-light.test': relay.url },
  });
  project.provide('serviceUrl', service.url);
  project.provide('serviceApiKey', service.apiKey);
  project.provide('dataUrl', service.dataUrl);
  project.provide('hookRelayUrl', relay.url);
  project.provide('whitelistRequests', Number(process.env.WHITELIST_REQUESTS ?? 100_000));
  project.provide('randomOrders', Number(process.env.RANDOM_ORDERS ?? 1_000));
  return async () => {
    await service.stop();
    await relay.stop();
  };
}
