import { acknowledge } from '../../shared/attention/reduce.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { success } from '../edge-client/api-error.ts';
import { t } from '../i18n/t.ts';
import { respondHere } from '../messaging/client.ts';
import { stored } from '../ui/stored-state.ts';
import { demoAttention, demoConnection, demoSnapshot } from './demo-account.ts';
import { demoResponse } from './demo-response.ts';

/** Fills the page with the demo account. Its messages are answered here: none reaches the background, and so no network. */
export function paintDemo(since: InstantMs): void {
  const first = demoSnapshot(since, Date.now());
  let attention = demoAttention(first);
  const paint = () => {
    const now = Date.now();
    const snapshot = demoSnapshot(since, now);
    const { value: real } = stored;
    if (!real) return;
    stored.value = {
      ...real,
      connection: demoConnection(t('demo.browser'), now),
      snapshot: { snapshot, etag: null, receivedAt: now, skewMs: 0 },
      attention,
      health: { lastOkAt: now, failure: null, live: true },
      revocations: [],
    };
  };
  respondHere((name, request) => {
    switch (name) {
      case 'saveSettings':
        return null;
      case 'refresh':
        paint();
        return Promise.resolve(success(null));
      case 'acknowledge':
        attention = acknowledge(attention, (request as { id: string }).id, Date.now());
        paint();
        return Promise.resolve(success(null));
      default:
        return Promise.resolve(demoResponse(name, request, first));
    }
  });
  paint();
  setInterval(paint, MINUTE_MS);
}
