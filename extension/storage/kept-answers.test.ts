import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { LOCAL_BOUNDS } from './bounds.ts';
import { forgetAnswers, keepAnswer, keptAnswer } from './kept-answers.ts';

beforeEach(() => fakeBrowser.reset());

it('an answer is kept with its age, and told by the path that it was read at', async () => {
  await keepAnswer('/service/account', { value: { credits: 5 }, readAt: 7 });
  expect(await keptAnswer('/service/account')).toEqual({ value: { credits: 5 }, readAt: 7 });
  expect(await keptAnswer('/service/projects')).toBeNull();
});

it('one that is too long is not kept, and takes the older one of its path away', async () => {
  await keepAnswer('/service/account', { value: 'short', readAt: 1 });
  await keepAnswer('/service/account', { value: 'x'.repeat(400_000), readAt: 2 });
  expect(await keptAnswer('/service/account')).toBeNull();
});

it('together they stay within their bound: the ones read longest ago go first', async () => {
  for (let n = 0; n < 9; n++) await keepAnswer(`/p/${n}`, { value: 'x'.repeat(190_000), readAt: n });
  expect(await keptAnswer('/p/0')).toBeNull();
  expect(await keptAnswer('/p/8')).not.toBeNull();
  expect(JSON.stringify(await browser.storage.local.get(null)).length).toBeLessThan(
    LOCAL_BOUNDS['answer:'].all,
  );
});

it('none is left when all are forgotten, and nothing else goes', async () => {
  await browser.storage.local.set({ settings: { theme: 'dark' } });
  await keepAnswer('/service/account', { value: 1, readAt: 1 });
  await forgetAnswers();
  expect(await browser.storage.local.get(null)).toEqual({ settings: { theme: 'dark' } });
});
