import { browser } from 'wxt/browser';
import { numberProjects, updateNames } from '../../shared/attention/names.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { success } from '../edge-client/api-error.ts';
import { t } from '../i18n/t.ts';
import { respondHere } from '../messaging/client.ts';
import { NO_ATTENTION } from '../storage/account.ts';
import type { KeptAttention } from '../storage/account-schema.ts';
import type { Demo } from '../storage/session.ts';
import { browserNow, setClock } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { demoConnection, demoSnapshot, demoTime } from './demo-account.ts';
import { demoResponse } from './demo-response.ts';
import { parseRecording } from './recording.ts';

/**
 * Fills the page with the demo account and handles its messages here: none reaches the background or network.
 * The page's clock shows the time of the recording, so that ages, ranges of days and months fit.
 */
export async function paintDemo({ since }: Demo): Promise<void> {
  const recording = parseRecording(await (await fetch(browser.runtime.getURL('/demo.json'))).json());
  const { recordedAt, snapshot } = recording;
  const attention: KeptAttention = {
    ...NO_ATTENTION,
    names: updateNames({}, snapshot),
    numbers: numberProjects({}, snapshot, []),
  };
  setClock(() => demoTime(recordedAt, since, Date.now()));
  const paint = () => {
    const now = browserNow.peek();
    const { value: real } = stored;
    if (!real) return;
    stored.value = {
      ...real,
      attention,
      revocations: [],
      connection: demoConnection(t('fact.thisBrowser'), now),
      snapshot: { snapshot: demoSnapshot(snapshot, now), etag: null, receivedAt: now, skewMs: 0 },
      health: { lastOkAt: now, failure: null, live: true },
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
        return Promise.resolve(demoResponse(name, request, recording, browserNow.peek()));
    }
  });
  paint();
  setInterval(paint, MINUTE_MS);
}
