import { expect, test } from 'vitest';
import { withoutWithheld } from '../../shared/withheld.ts';
import { replyOf } from './gateway.ts';
import { dataErrorOf, readDataResponse } from './response.ts';

const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  readDataResponse(status, new Headers(headers), JSON.stringify(body), false, 0);

test.each([
  [{ data: [{ _id: 'a' }], count: 7 }, {}],
  [{ errors: null, data: [{ _id: 'a' }], totalCount: 7 }, {}],
  [{ data: [{ _id: 'a' }] }, { 'x-total-count': '7' }],
  [[{ _id: 'a' }], { 'x-total-count': '7' }],
])('the number of all results is found wherever it stands, which no reference says: %j', (body, headers) =>
  expect(read(200, body, headers)).toEqual({ ok: true, status: 200, data: [{ _id: 'a' }], count: 7 }),
);

test('numbers pass as they were written, also beyond 2^53 and beside what is withheld', () => {
  const row = '{"_id":"a","account":9007199254740993,"nested":[{"sum":-12345678901234567.89}]}';
  const response = readDataResponse(200, new Headers(), `{"data":[${row}]}`, false, 0);
  const data = response.ok && withoutWithheld(response.data);
  expect(replyOf({ ...response, data } as typeof response)).toMatchObject({
    ok: true,
    value: { text: `{"errors":null,"data":[${row}]}` },
  });
});

test('a bare record with a property called data is a record, and no envelope', () => {
  const record = { _id: 'a', data: 'x', errors: null };
  expect(read(200, record)).toMatchObject({ ok: true, data: record });
});

test.each([
  [404, { title: 'Not found', detail: 'There is no table x.' }, 404, 'EDGE_DATA_NOT_FOUND'],
  [403, { title: 'Forbidden', detail: 'No access.' }, 403, 'EDGE_DATA_FORBIDDEN'],
  [500, { title: 'Oh' }, 502, 'EDGE_DATA_UNEXPECTED'],
  [400, { title: 'Bad', detail: 'email must be unique' }, 400, 'EDGE_SERVICE_REFUSED'],
  [409, { title: 'Bad', code: 'TAKEN' }, 409, 'TAKEN'],
  // A code of the edge means something about the edge.
  [400, { title: 'Bad', code: 'EDGE_UNAUTHORIZED' }, 400, 'EDGE_SERVICE_REFUSED'],
])('a failure is about the app’s data, and never about the project: %i %j', (status, body, told, code) => {
  const response = read(status, body);
  expect(response.ok ? null : dataErrorOf(response.failure)).toMatchObject({ status: told, code });
});

test.each([401, 402, 403, 404, 405, 413, 429, 503])(
  'a %i of a proxy or a firewall is no answer of the backend, and its status is not handed on',
  (status) => {
    const page = readDataResponse(status, new Headers(), '<h1>Just a moment...</h1>', false, 0);
    for (const response of [page, read(status, { message: 'Forbidden' })]) {
      const { failure } = response as Extract<typeof response, { ok: false }>;
      expect(['unreachable', 'unexpected-answer']).toContain(failure.kind);
      const told = dataErrorOf(failure);
      expect(['EDGE_DATA_UNREACHABLE', 'EDGE_DATA_UNEXPECTED']).toContain(told.code);
      expect(told.status).toBe(502);
    }
  },
);
