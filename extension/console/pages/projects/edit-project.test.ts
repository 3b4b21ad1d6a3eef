// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { changedFields } from './edit-project.tsx';

test('only what was changed is sent; a project leaves its group by null', () => {
  const from = { label: 'Shop', description: 'A shop', groupId: 'clients' };
  expect(changedFields(from, { ...from, groupId: '' })).toEqual({ groupId: null });
  expect(changedFields(from, { ...from, label: '' })).toEqual({ label: '' });
  expect(changedFields(from, from)).toEqual({});
});
