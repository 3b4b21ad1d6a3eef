import { expect, test } from 'vitest';
import { respondText } from './result.ts';

test.each([
  [200, 200],
  [201, 201],
  [204, 200],
  [205, 200],
  [304, 200],
  [404, 404],
])('an answer of %i that has an envelope is handed on as %i', async (given, status) => {
  const text = '{"errors":null,"data":null}';
  const response = respondText(text, given);
  expect([response.status, await response.text()]).toEqual([status, text]);
});
