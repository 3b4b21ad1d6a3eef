import { expect, test } from 'vitest';
import { send } from '../../edge/alerts/channels/webhook.ts';
import { textOf } from '../repo-checks/own-files.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const AT = Date.parse('2026-11-22T12:00:00Z');

type AlertsIn = (headers: object, body: string, secret: string, now: number) => { title: string }[] | null;

test('the receiver of the page takes what the edge sends, and nothing that was changed, is old or has another secret', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(textOf('docs/alerts.md')) ?? [];
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { alertsIn } = (await import(/* @vite-ignore */ url)) as { alertsIn: AlertsIn };
  const sent = { headers: {}, body: '' };
  const words = { title: 'Käse’s shop is at its cap', facts: '' };
  const alert = {
    id: 'a',
    kind: 'credit-cap',
    severity: 'critical',
    projectId: 'shop',
    label: null,
    over: false,
    link: null,
  };
  await send(
    { kind: 'webhook', url: 'https://hooks.example', secret: SECRET },
    { id: 'msg_1', at: AT, language: 'en', alerts: [{ ...alert, at: AT, ...words }] },
    async (_, body, headers = {}) => {
      Object.assign(sent, { headers, body });
      return { status: 204, text: '', retryAfterMs: null };
    },
  );
  expect(alertsIn(sent.headers, sent.body, SECRET, AT)).toMatchObject([words]);
  expect(alertsIn(sent.headers, `${sent.body} `, SECRET, AT)).toBeNull();
  expect(alertsIn({ ...sent.headers, 'webhook-id': 'msg_2' }, sent.body, SECRET, AT)).toBeNull();
  expect(alertsIn(sent.headers, sent.body, `${SECRET.slice(0, -4)}AAA=`, AT)).toBeNull();
  expect(alertsIn(sent.headers, sent.body, SECRET, AT + 301_000)).toBeNull();
});
