import { useSignal } from '@preact/signals';
import { deviceName, isServiceAddress, parsePairingLine } from '../../shared/edge-api/pairing.ts';
import { type ApiError, apiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form.tsx';

const TYPED = { required: true, autocomplete: 'off', spellcheck: false } as const;

/**
 * Why pairing failed. `service`: the address is the service's own; `other`: the line is none of ours. In both
 * cases, and where a part is missing, nothing was sent.
 */
type PairingFailure = ApiError | 'service' | 'other' | Lacking;

/** The part that a line does not have, and that the second field asks for. */
type Lacking = 'code' | 'address';

/**
 * Pairs by a line, or by address and code apart: asks for the part that is missing. Pressing its button is
 * the consent to what is said below it. Shows failures and keeps the input.
 * @param address of the edge, where it is known
 * @param isNamed whether the browser's name can be changed; else it is `browserName`
 */
export function PairForm({
  address: known = '',
  isNamed: asksName = false,
  onPaired,
}: {
  address?: string;
  isNamed?: boolean;
  onPaired?: () => void;
}) {
  const text = useSignal(known);
  const missing = useSignal('');
  const name = useSignal(browserName(navigator));
  const isPairing = useSignal(false);
  const failed = useSignal<PairingFailure | null>(null);
  const pasted = parsePairingLine(text.value);
  const lacks: Lacking | null =
    pasted.kind === 'address' ? 'code' : pasted.kind === 'code' ? 'address' : null;
  const isNamed = deviceName.safeParse(name.value).success;

  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isNamed || isPairing.value) return;
    const line = lacks !== null && missing.value.trim() === '' ? lacks : completed(text.value, missing.value);
    if (typeof line === 'string') {
      failed.value = line === 'not-https' ? apiError('bad-address').error : line;
      return;
    }
    isPairing.value = true;
    failed.value = null;
    const result = await sendMessage('pair', { ...line, name: name.value });
    isPairing.value = false;
    failed.value = result.ok ? null : result.error;
    if (!result.ok) return;
    missing.value = '';
    onPaired?.();
  };

  const kind = typeof failed.value === 'string' ? failed.value : failed.value?.kind;
  /** Whether what failed is in the other field. */
  const isOther = kind === lacks || lacks === (kind === 'code-invalid' ? 'code' : 'address');
  return (
    // The browser's own bubble would cover what is said of a mistake.
    <form class="pair" noValidate onSubmit={submit}>
      <TextField
        {...TYPED}
        // On the page that asks for nothing else the heading says it.
        label={<span class={asksName ? undefined : 'hidden-words'}>{t('pairing.line')}</span>}
        placeholder={t('pairing.lineHint')}
        value={text.value}
        onText={(typed) => {
          text.value = typed;
          failed.value = null;
        }}
        aria-invalid={kind !== undefined && !isOther}
      />
      {lacks !== null && (
        <TextField
          {...TYPED}
          label={lacks === 'code' ? t('pairing.code') : t('pairing.address')}
          hint={kind === lacks ? null : lacksWords(lacks)}
          value={missing.value}
          onText={(typed) => {
            missing.value = typed;
            failed.value = null;
          }}
          aria-invalid={kind !== undefined && isOther}
        />
      )}
      {asksName && (
        <TextField
          {...TYPED}
          label={t('pairing.name')}
          value={name.value}
          onText={(typed) => (name.value = typed)}
          aria-invalid={!isNamed}
          problem={isNamed ? null : t('pairing.nameProblem')}
        />
      )}
      <Button type="submit" primary={asksName} busy={isPairing.value}>
        {isPairing.value ? t('pairing.heading') : t('pairing.agree')}
      </Button>
      <p class="problem" role="alert">
        {failed.value && pairingFailureWords(failed.value)}
      </p>
      <p class="meta">{t('pairing.sends')}</p>
    </form>
  );
}

/** Address and code of what is in the two fields, or why they have none. */
function completed(
  text: string,
  missing: string,
): { address: string; code: string } | 'service' | 'not-https' | 'other' {
  if (isServiceAddress(text) || isServiceAddress(missing)) return 'service';
  const [one, other] = [parsePairingLine(text), parsePairingLine(missing)];
  switch (one.kind) {
    case 'line':
      return one;
    case 'unusable':
      return one.problem;
    case 'address':
      // Whatever an operator has set as the code.
      return { address: one.address, code: other.kind === 'code' ? other.code : missing };
    case 'code':
      if (other.kind === 'address') return { address: other.address, code: one.code };
      return other.kind === 'unusable' ? other.problem : 'other';
  }
}

const lacksWords = (lacks: Lacking): string =>
  lacks === 'code' ? t('pairing.noCode') : t('pairing.noAddress');

function pairingFailureWords(failed: PairingFailure): string {
  if (failed === 'code' || failed === 'address') return lacksWords(failed);
  if (failed === 'service') return t('pairing.serviceAddress');
  return failed === 'other' ? t('pairing.otherLine') : failureWords(failed);
}

/** A recognizable default name for this browser, such as "Chrome on Linux". */
function browserName(agent: Navigator): string {
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
