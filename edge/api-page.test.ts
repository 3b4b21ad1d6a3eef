import { expect, test } from 'vitest';
import page from '../docs/api.md?raw';
import app from './index.ts';

/** Routes that anything can be asked at, and that only say so. */
const isOwn = ({ method, path }: { method: string; path: string }) => method !== 'ALL' && path !== '/*';

test('the page of the API lists every route of the edge, and no other', () => {
  const routes = new Set(app.routes.filter(isOwn).map(({ method, path }) => `${method} ${path}`));
  const listed = [...page.matchAll(/^\| `([A-Z]+) (\/[^` ]*)` \|/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  expect(listed.toSorted()).toEqual([...routes].toSorted());
});
