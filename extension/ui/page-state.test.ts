// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { setPageLanguage } from './page-state.ts';

test.each([
  ['en', 'ltr'],
  ['de', 'ltr'],
  ['ar', 'rtl'],
  ['he', 'rtl'],
])('a page in %s reads %s', (language, dir) => {
  setPageLanguage(language);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual([language, dir]);
});
