/// <reference path="../edge/testing/provided.d.ts" />
import type { TestProject } from 'vitest/node';
import { startLocalService } from './service/service.ts';

/** Set-up of the edge's tests: the local service as their upstream. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const service = await startLocalService({ apiKey: 'canary-api-key-5f1e', seed: 7 });
  project.provide('serviceUrl', service.url);
  project.provide('serviceApiKey', service.apiKey);
  return () => service.stop();
}
