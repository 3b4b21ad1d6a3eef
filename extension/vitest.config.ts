import { defineProject } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { compiledForms } from './forms/build/compiled-forms.ts';

export default defineProject({
  // Forms are tested as they are shipped.
  plugins: [WxtVitest({ root: `${import.meta.dirname}/..` }), compiledForms()],
  test: {
    name: 'extension',
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['./fixtures/english.setup.ts'],
  },
});
