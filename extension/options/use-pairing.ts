import { useSignal } from '@preact/signals';
import { isServiceAddress } from '../../shared/edge-api/pairing.ts';
import { type ApiError, apiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';

/** Why pairing failed. `service`: the address is the service's own, and nothing was sent to it. */
type PairingFailure = ApiError | 'service';

/** Pairs this browser with a form's values. */
export function usePairing() {
  const isPairing = useSignal(false);
  const failed = useSignal<PairingFailure | null>(null);
  /** @param address parsed from `typed`; null if invalid. @returns whether the browser is paired now */
  const pair = async (typed: string, address: string | null, code: string, name: string) => {
    if (isPairing.value) return false;
    if (isServiceAddress(typed)) failed.value = 'service';
    else if (address === null) failed.value = apiError('bad-address').error;
    else {
      isPairing.value = true;
      failed.value = null;
      const result = await sendMessage('pair', { address, code, name });
      isPairing.value = false;
      failed.value = result.ok ? null : result.error;
      return result.ok;
    }
    return false;
  };
  return { isPairing, failed, pair };
}

export function pairingFailureWords(failed: PairingFailure | null): string | null {
  if (failed === null) return null;
  return failed === 'service' ? t('first.serviceAddress') : failureWords(failed);
}

/** A recognizable default name for this browser, such as "Chromium on Linux". */
export function browserName(agent: Navigator): string {
  const { userAgent } = agent;
  const browser = /Firefox/.test(userAgent) ? 'Firefox' : /Edg\//.test(userAgent) ? 'Edge' : 'Chrome';
  const system = [
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Android/, 'Android'],
    [/Linux/, 'Linux'],
  ].find(([pattern]) => (pattern as RegExp).test(userAgent))?.[1];
  return system ? `${browser} on ${system as string}` : browser;
}
