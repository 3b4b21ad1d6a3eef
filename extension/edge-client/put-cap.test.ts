import { expect, test } from 'vitest';
import { apiError, type Result, success } from './api-error.ts';
import { apiErrorOf } from './edge-client.ts';
import { putCap } from './put-cap.ts';

const CHANGE = { projectId: 'shop', category: 'development', from: 300, to: 400 } as const;
const changed = (found: number | null) =>
  apiErrorOf(409, { errorCode: 'EDGE_CAP_CHANGED', errorMessage: '', errorDetails: { found } });

/** Gives these answers, one after another, and keeps what was asked. */
function answering(...answers: Result<unknown>[]) {
  const asked: object[] = [];
  const send = async (request: { path: string; body: object }) => {
    asked.push([request.path, request.body]);
    return answers.shift() ?? success(null);
  };
  return { asked, send };
}

test('a cap is asked for once more after a lost response, and not again', async () => {
  const { asked, send } = answering(apiError('edge-timeout'));
  expect((await putCap(CHANGE, send)).ok).toBe(true);
  const body = { category: 'development', expected: 300, to: 400 };
  expect(asked).toEqual([
    ['/caps/shop', body],
    ['/caps/shop', body],
  ]);
  const silent = answering(apiError('edge-timeout'), apiError('offline'));
  expect(await putCap(CHANGE, silent.send)).toEqual(apiError('offline'));
  expect(silent.asked).toHaveLength(2);
});

test.each([350, null])('a cap that somebody has set to %s is told and not asked for again', async (found) => {
  const { asked, send } = answering(changed(found));
  expect(await putCap(CHANGE, send)).toMatchObject({ ok: false, error: { found } });
  expect(asked).toHaveLength(1);
});
