import { numberProjects, updateNames } from '../../shared/attention/names.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { success } from '../edge-client/api-error.ts';
import { t } from '../i18n/t.ts';
import { respondHere } from '../messaging/client.ts';
import { type KeptAttention, NO_ATTENTION } from '../storage/account.ts';
import type { Demo } from '../storage/session.ts';
import { stored } from '../ui/stored-state.ts';
import { demoConnection, demoSnapshot } from './demo-account.ts';
import { demoResponse } from './demo-response.ts';

/** Fills the page with the demo account and handles its messages here: none reaches the background or the network. */
export function paintDemo({ since }: Demo): void {
  const first = demoSnapshot(since, Date.now());
  const attention: KeptAttention = {
    ...NO_ATTENTION,
    names: updateNames({}, first),
    numbers: numberProjects({}, first, []),
  };
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
      default:
        return Promise.resolve(demoResponse(name, request, first));
    }
  });
  paint();
  setInterval(paint, MINUTE_MS);
}
