import { useSignal } from '@preact/signals';
import {
  deviceName,
  isServiceAddress,
  parseEdgeAddress,
  parsePairingLine,
} from '../../shared/edge-api/pairing.ts';
import { type ApiError, apiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { TextField } from '../ui/form.tsx';

const TYPED = { required: true, autocomplete: 'off', spellcheck: false } as const;

/** Pairs by address and code; shows failures and keeps the input. */
export function PairForm({ address: known, onPaired }: { address: string; onPaired: () => void }) {
  const address = useSignal(known);
  const code = useSignal('');
  const name = useSignal(browserName(navigator));
  const { isPairing, failed, pair } = usePairing();

  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isNamed) return;
    const isPaired = await pair(address.value, parseEdgeAddress(address.value), code.value, name.value);
    if (!isPaired) return;
    code.value = '';
    onPaired();
  };

  /** A pasted pairing line fills both fields. */
  const take = (text: string) => {
    const pasted = parsePairingLine(text);
    address.value = pasted.kind === 'line' ? pasted.address : text;
    if (pasted.kind === 'line') code.value = pasted.code;
  };
  const kind = failed.value === 'service' ? 'bad-address' : failed.value?.kind;
  const isNamed = deviceName.safeParse(name.value).success;
  return (
    <form class="pair" onSubmit={submit}>
      <TextField
        {...TYPED}
        label={t('pairing.address')}
        hint={t('pairing.addressHint')}
        value={address.value}
        onText={take}
        aria-invalid={kind === 'bad-address' || kind === 'edge-unreachable' || kind === 'not-an-edge'}
      />
      <TextField
        {...TYPED}
        label={t('pairing.code')}
        hint={t('pairing.codeHint')}
        value={code.value}
        onText={(text) => (code.value = text)}
        aria-invalid={kind === 'code-invalid'}
      />
      <TextField
        {...TYPED}
        label={t('pairing.name')}
        value={name.value}
        onText={(text) => (name.value = text)}
        aria-invalid={!isNamed}
        problem={isNamed ? null : t('pairing.nameProblem')}
      />
      <p class="problem" role="alert">
        {pairingFailureWords(failed.value)}
      </p>
      <button type="submit" class="button primary" disabled={isPairing.value}>
        {isPairing.value ? t('pairing.pairing') : t('verb.pair')}
      </button>
    </form>
  );
}

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

/** A recognizable default name for this browser, such as "Chrome on Linux". */
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
  return system ? t('pairing.browserOn', { browser, system: system as string }) : browser;
}
