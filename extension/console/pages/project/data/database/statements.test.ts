// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readFormDraft, writeFormDraft } from '../../../../../storage/form-drafts.ts';
import { stepped, useStatements } from './statements.ts';

beforeEach(() => fakeBrowser.reset());

const LIST = 'statements shop development';
const kept = async () => (await readFormDraft(LIST, 'memory')) as { fields: { list: string } } | null;

test('statements are kept, newest first, each once', async () => {
  const { result } = renderHook(() => useStatements('shop', 'development'));
  for (const sql of ['select 1', 'select 2', 'select 1', ' ']) result.current.note(sql);
  await waitFor(async () => expect((await kept())?.fields.list).toBe('["select 1","select 2"]'));
});

test('a stored list of statements that can’t be read is none, and the next one is kept', async () => {
  await writeFormDraft(LIST, { fields: { list: '["select' }, base: {}, at: 1 }, 1, 'memory');
  const { result } = renderHook(() => useStatements('shop', 'development'));
  await new Promise((later) => setTimeout(later, 20));
  result.current.note('select 1');
  await waitFor(async () => expect((await kept())?.fields.list).toBe('["select 1"]'));
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
