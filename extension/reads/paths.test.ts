import { expect, test } from 'vitest';
import { dataPath, projectPath, servicePath } from './paths.ts';

test('a path has its parameters in it, as one segment each', () => {
  expect(projectPath('shop')).toBe('/service/projects/shop');
  expect(projectPath('a/b', '/secrets/:secretId', { secretId: '?c' })).toBe(
    '/service/projects/a%2Fb/secrets/%3Fc',
  );
  expect(dataPath('shop', '/crud/:typeId/:id', { typeId: 'staff', id: '7' })).toBe('/data/shop/crud/staff/7');
  expect(servicePath('/project-groups')).toBe('/service/project-groups');
});

test('what no catalogue has, what the gateway does not pass on, and a missing parameter do not compile', () => {
  const wrong = [
    // @ts-expect-error no such operation
    () => projectPath('shop', '/limit'),
    // @ts-expect-error a launch has its own route
    () => servicePath('/projects/launch'),
    // @ts-expect-error of which secret?
    () => projectPath('shop', '/secrets/:secretId'),
    // @ts-expect-error of which record?
    () => dataPath('shop', '/crud/:typeId/:id', { typeId: 'staff' }),
  ];
  expect(wrong).toHaveLength(4);
});
