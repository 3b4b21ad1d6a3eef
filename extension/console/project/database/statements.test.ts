import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readFormDraft, writeFormDraft } from '../../../storage/form-drafts.ts';
import { prepareStatement, stepped } from './statements.ts';

beforeEach(() => fakeBrowser.reset());

test('a statement that is put into the field makes what was typed there an earlier one', async () => {
  await prepareStatement('shop', 'development', 'select 1');
  await prepareStatement('shop', 'development', 'select 2');
  expect(await readFormDraft('sql shop development', 'memory')).toMatchObject({
    fields: { sql: 'select 2' },
  });
  expect(await readFormDraft('statements shop development', 'memory')).toMatchObject({
    fields: { list: '["select 1"]' },
  });
});

test('a stored list of statements that can’t be read is none, and the next one is kept', async () => {
  const list = { fields: { list: '["select' }, base: {}, at: 1 };
  await writeFormDraft('statements shop development', list, 1, 'memory');
  await prepareStatement('shop', 'development', 'select 1');
  await prepareStatement('shop', 'development', 'select 2');
  expect(await readFormDraft('statements shop development', 'memory')).toMatchObject({
    fields: { list: '["select 1"]' },
  });
});

test('arrows go through earlier statements from an empty field, and leave what was typed alone', () => {
  const earlier = ['select 2', 'select 1'];
  expect(stepped(earlier, '', 1)).toBe('select 2');
  expect(stepped(earlier, 'select 2', 1)).toBe('select 1');
  expect(stepped(earlier, 'select 1', 1)).toBeNull();
  expect(stepped(earlier, 'select 1', -1)).toBe('select 2');
  expect(stepped(earlier, 'select 2', -1)).toBe('');
  expect(stepped(earlier, '', -1)).toBeNull();
  expect(stepped(earlier, 'select 3', 1)).toBeNull();
});
