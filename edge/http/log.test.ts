import { expect, test } from 'vitest';
import { errorFields } from './log.ts';

test('an error is logged by its class and its first frame in the bundle, without the folders of a machine', () => {
  const error = new TypeError('whsec_secret of somebody');
  error.stack = `TypeError: whsec_secret of somebody
    at Array.map (<anonymous>)
    at Rows.all (file:///home/ada/edge/index.js:1204:17)
    at Guards.get (file:///home/ada/edge/index.js:88:3)`;
  expect(errorFields(error)).toEqual({ errorName: 'TypeError', at: 'index.js:1204:17' });
});

test('a real error has its place, and what is no error has its type', () => {
  expect(errorFields(new RangeError('x'))).toEqual({
    errorName: 'RangeError',
    at: expect.stringMatching(/^log\.test\.ts:\d+:\d+$/),
  });
  expect(errorFields('text')).toEqual({ errorName: 'string', at: undefined });
});
