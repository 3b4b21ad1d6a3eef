import { beforeEach, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { entryFixture } from '../launch/entry-fixture.ts';
import { launchStore, runnerStore } from './launches.ts';
import { countUnreadCalls, letGoOfUnreadCalls } from './unread-calls.ts';

beforeEach(() => fakeBrowser.reset());

const odd = { key: 'of another form', phase: 'perhaps sent' };

test('launches and calls that can’t be read are counted and kept until they are let go of; nothing else goes', async () => {
  expect(await countUnreadCalls()).toBe(0);
  await browser.storage.local.set({ launches: [odd], 'paid-calls': [odd, odd] });
  await runnerStore.write([entryFixture()]);
  expect(await countUnreadCalls()).toBe(3);
  expect((await launchStore.read()).map(({ key }) => key)).toEqual(['key-1']);
  await letGoOfUnreadCalls();
  expect(await countUnreadCalls()).toBe(0);
  expect((await launchStore.read()).map(({ key }) => key)).toEqual(['key-1']);
});
