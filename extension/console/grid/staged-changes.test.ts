// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { SESSION_BOUNDS } from '../../storage/bounds.ts';
import { stagedEditsStore } from '../../storage/staged-edits.ts';
import { discardAll, markSent, stageNew, stageValue, type Typed } from './staged.ts';

const value = (of: unknown): Typed => ({ kind: 'value', value: of });
const ROW = { id: 'r1', name: 'Ada', seats: 2 };
let key = '';
let tables = 0;

beforeEach(() => {
  fakeBrowser.reset();
  key = `table ${++tables}`;
});

/** The table as another page of the same browser has it, with a memory of its own. */
async function pageOf(table = key) {
  vi.resetModules();
  vi.doMock('wxt/browser', () => ({ browser }));
  const { changesOf } = await import('./staged-changes.ts');
  return changesOf(table);
}
const stored = async () => (await stagedEditsStore.read(key)).staged;
const data = async () => (await stored()).map(({ change }) => 'data' in change && change.data);

describe('staged changes of a table', () => {
  it('survive their page: the next one shows them, and when they were made', async () => {
    const page = await pageOf();
    expect(await page.edit((list) => stageValue(list, 'r1', ROW, 'name', value('Grace')))).toBe(true);
    const next = await pageOf();
    await vi.waitFor(() => expect(next.staged.value).toEqual(page.staged.value));
    expect(next.at.value).toBe(page.at.value);
    expect(Date.now() - next.at.value).toBeLessThan(60_000);
  });

  it('are not replaced by an earlier write that is reported after a later one', async () => {
    const page = await pageOf();
    await page.edit((list) => stageValue(list, 'r1', ROW, 'name', value('Grace')));
    const [name = ''] = Object.keys(await browser.storage.session.get(null));
    const earlier = (await browser.storage.session.get(name))[name];
    await page.edit((list) => stageValue(list, 'r1', ROW, 'name', value('Mary')));
    const later = page.staged.value;
    await browser.storage.session.set({ [name]: earlier });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(page.staged.value).toEqual(later);
  });

  it('of two pages at once are kept both, and each page shows those of the other', async () => {
    const one = await pageOf();
    const other = await pageOf();
    await Promise.all([
      one.edit((list) => stageValue(list, 'r1', ROW, 'name', value('Grace'))),
      other.edit((list) => stageValue(list, 'r1', ROW, 'seats', value(3))),
      other.edit((list) => stageNew(list, '+1', 'name', value('Mary'))),
    ]);
    expect(await data()).toEqual([{ name: 'Grace', seats: 3 }, { name: 'Mary' }]);
    await vi.waitFor(() => expect(one.staged.value).toHaveLength(2));
    await vi.waitFor(() => expect(other.staged.value).toEqual(one.staged.value));
  });

  it('that were being sent when their page ended are of unknown outcome, and not sent by themselves', async () => {
    const page = await pageOf();
    await page.edit((list) => stageNew(list, '+1', 'name', value('Mary')));
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const sending = page.sending(async () => {
      for (const change of page.staged.value) await page.edit((list) => markSent(list, change, Date.now()));
      await ended;
    });
    await vi.waitFor(async () => expect((await stored())[0]?.sentAt).not.toBeNull());
    const next = await pageOf();
    await vi.waitFor(() => expect(next.staged.value[0]?.sentAt).toBeGreaterThan(0));
    expect(next.staged.value[0]?.problem, 'the first page still sends').toBeNull();
    const again = vi.fn(async () => {});
    const waiting = next.sending(again);
    await next.edit((list) => list);
    expect(again, 'one page sends at a time').not.toHaveBeenCalled();
    end();
    await Promise.all([sending, waiting]);
    await vi.waitFor(() =>
      expect(next.staged.value[0]?.problem).toMatch(/It may have been done all the same/),
    );
    expect(next.staged.value[0]?.sentAt).toBeNull();
  });

  it('that do not fit are kept in their page, which says so, and nothing of what is stored goes', async () => {
    const page = await pageOf();
    await page.edit((list) => stageNew(list, '+1', 'name', value('Mary')));
    const long = 'x'.repeat(SESSION_BOUNDS['staged:'].each);
    expect(await page.edit((list) => stageNew(list, '+2', 'name', value(long)))).toBe(false);
    expect(page.trouble.value).toBe('not-kept');
    expect(page.staged.value).toHaveLength(2);
    expect(await data()).toEqual([{ name: 'Mary' }]);
    expect(await page.edit((list) => stageNew(list, '+2', 'name', value('short')))).toBe(true);
    expect(page.trouble.value).toBeNull();
    expect(await data()).toEqual([{ name: 'Mary' }, { name: 'short' }]);
  });

  it('that cannot be read stay as they are until they are discarded', async () => {
    await browser.storage.session.set({ [`staged:${key}`]: { staged: 'odd' } });
    const page = await pageOf();
    await vi.waitFor(() => expect(page.trouble.value).toBe('unreadable'));
    expect(await page.edit((list) => stageNew(list, '+1', 'name', value('Mary')))).toBe(false);
    expect(await browser.storage.session.get(`staged:${key}`)).toEqual({
      [`staged:${key}`]: { staged: 'odd' },
    });
    await page.takeOut();
    expect(await page.edit((list) => stageNew(list, '+1', 'seats', value(1)))).toBe(true);
    expect(await data()).toEqual([{ name: 'Mary', seats: 1 }]);
  });

  it('go in every page when they are discarded in one', async () => {
    const one = await pageOf();
    await one.edit((list) => stageNew(list, '+1', 'name', value('Mary')));
    const other = await pageOf();
    await vi.waitFor(() => expect(other.staged.value).toHaveLength(1));
    await other.edit(discardAll);
    await vi.waitFor(() => expect(one.staged.value).toEqual([]));
  });
});
