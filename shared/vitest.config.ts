import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'shared',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    // Pure functions, which leave nothing behind for the next file.
    isolate: false,
    // A busy machine is no fault of what is tested.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
