import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from '../dev/temporary-files.ts';

keepTemporaryFilesInMemory();

/** Real Firefox; needs `npm run build`. One file at a time, each with its own browser and servers. */
export default defineConfig({
  test: {
    name: 'firefox',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
