import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../shared/time.ts';
import type { Answer } from '../channel.ts';
import { send } from './telegram.ts';

/** Sends to a chat of a server that answers in this way. */
async function sentTo(chat: string, answers: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  const outcome = await send(
    { kind: 'telegram', token: '1:x', chat },
    { id: '1', at: 0, language: 'en', alerts: [] },
    async (_, body): Promise<Answer> => {
      const { chat_id: to } = body as { chat_id: string };
      asked.push(to);
      const refusal = answers[to] as { error_code: number } | undefined;
      return {
        status: refusal?.error_code ?? 200,
        text: refusal ? JSON.stringify(refusal) : '',
        retryAfterMs: null,
      };
    },
  );
  return { outcome, asked };
}

const moved = (to: unknown) => ({
  ok: false,
  error_code: 400,
  description: 'Bad Request: group chat was upgraded to a supergroup chat',
  parameters: { migrate_to_chat_id: to },
});

test('a group that became a supergroup is followed to its new id, once', async () => {
  expect(await sentTo('-42', { '-42': moved(-1_001_557_912_345) })).toEqual({
    outcome: { kind: 'sent' },
    asked: ['-42', '-1001557912345'],
  });
  const circle = await sentTo('-42', { '-42': moved(-43), '-43': moved(-42) });
  expect(circle.asked).toEqual(['-42', '-43']);
  expect(circle.outcome).toMatchObject({ kind: 'gone' });
  expect((await sentTo('-42', { '-42': moved('x') })).asked).toEqual(['-42']);
});

test('a wait in a body is at most an hour, as one in a header is', async () => {
  const waits = (retry_after: unknown) => ({
    error_code: 429,
    description: 'No',
    parameters: { retry_after },
  });
  for (const [wait, ms] of [
    [90, 90_000],
    [1e9, HOUR_MS],
    [-5, 0],
    ['90', null],
  ])
    expect((await sentTo('-42', { '-42': waits(wait) })).outcome).toMatchObject({ retryAfterMs: ms });
});
