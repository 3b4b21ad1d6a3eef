import { defineProject } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { compiledForms, isFormsFile } from './forms/build/compiled-forms.ts';

export default defineProject({
  plugins: [
    WxtVitest({ root: `${import.meta.dirname}/..` }),
    // Forms are tested as they are shipped. What is written in their file's place depends on more than that file.
    compiledForms(),
    {
      name: 'forms-are-always-compiled',
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (isFormsFile(id) ? false : null)),
    },
  ],
  test: {
    name: 'extension',
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['./fixtures/english.setup.ts'],
  },
});
