import { expect, it } from 'vitest';
import { namingOf } from './naming.ts';

it.each(['constructor', 'toString', '__proto__'])('a project without a name is shown by its id: %s', (id) => {
  const { project, wholeName } = namingOf({ names: {}, numbers: {} }, false);
  expect([project(id), wholeName(id)]).toEqual([id, id]);
  expect(namingOf({ names: {}, numbers: {} }, true).project(id)).toBe('a project');
});
