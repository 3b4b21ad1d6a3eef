import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineProject } from 'vitest/config';

// Secrets that `wrangler.jsonc` requires are bindings here, so wrangler need not warn about the environment.
process.env.WRANGLER_LOG ??= 'error';

/** Runs in workerd against a local service of `e2e/edge-upstream.ts`; tests share it: one file at a time. */
export default defineProject({
  plugins: [
    cloudflareTest(({ inject }) => ({
      wrangler: { configPath: './wrangler.jsonc' },
      miniflare: {
        bindings: {
          SERVICE_URL: inject('serviceUrl'),
          SERVICE_API_KEY: inject('serviceApiKey'),
          DATA_API_URL: inject('dataUrl'),
          ENCRYPTION_KEY: 'Y2FuYXJ5LWVuY3J5cHRpb24ta2V5LTAxMjM0NTY3ODk=',
          PAIRING_CODE: 'canary-first-owner',
          PUBLIC_URL: 'https://edge.pilot-light.test',
        },
      },
    })),
  ],
  test: {
    name: 'edge',
    root: import.meta.dirname,
    include: ['**/*.test.ts', '../e2e/scripted-hour/*.test.ts'],
    exclude: ['deploy/**'],
    globalSetup: '../e2e/edge-upstream.ts',
    // For busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // A group of its own: projects of one group have the same number of workers.
    sequence: { groupOrder: 1 },
    isolate: false,
    setupFiles: ['./testing/captured-log.ts'],
  },
});
