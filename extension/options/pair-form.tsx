import { useSignal } from '@preact/signals';
import { isServiceAddress, parseEdgeAddress } from '../../shared/edge-api/address.ts';
import { deviceName } from '../../shared/edge-api/pairing.ts';
import { parsePairingLine } from '../../shared/edge-api/pairing-line.ts';
import { type ApiError, apiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { browserName } from './browser-name.ts';

/** Pairs by address and code; tells what failed in words, and keeps what was typed. */
export function PairForm({ address: known, onPaired }: { address: string; onPaired: () => void }) {
  const address = useSignal(known);
  const code = useSignal('');
  const name = useSignal(browserName(navigator));
  const pairing = useSignal(false);
  const failed = useSignal<ApiError | 'service' | null>(null);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (pairing.value) return;
    if (isServiceAddress(address.value)) {
      failed.value = 'service';
      return;
    }
    const edge = parseEdgeAddress(address.value);
    if (edge === null) {
      failed.value = apiError('bad-address').error;
      return;
    }
    if (!isNamed) return;
    pairing.value = true;
    failed.value = null;
    const outcome = await sendMessage('pair', {
      address: edge,
      code: code.value,
      name: name.value,
    });
    pairing.value = false;
    if (outcome.ok) {
      code.value = '';
      onPaired();
    } else failed.value = outcome.error;
  };

  /** A whole line, as an invitation ends with it, fills both fields. */
  const takeLine = (text: string) => {
    const pasted = parsePairingLine(text);
    if (pasted.kind !== 'line') return;
    address.value = pasted.address;
    code.value = pasted.code;
  };
  const kind = failed.value === 'service' ? 'bad-address' : failed.value?.kind;
  const isNamed = deviceName.safeParse(name.value).success;
  return (
    <form class="pair" onSubmit={submit}>
      <Field
        id="edge-address"
        label={t('pairing.address')}
        hint={t('pairing.addressHint')}
        value={address}
        onTyped={takeLine}
        invalid={kind === 'bad-address' || kind === 'edge-unreachable' || kind === 'not-an-edge'}
      />
      <Field
        id="pairing-code"
        label={t('pairing.code')}
        hint={t('pairing.codeHint')}
        value={code}
        invalid={kind === 'code-invalid'}
      />
      <Field
        id="browser-name"
        label={t('pairing.name')}
        {...(isNamed ? {} : { hint: t('pairing.nameProblem') })}
        value={name}
        invalid={!isNamed}
      />
      <p class="problem" role="alert">
        {failed.value === 'service' ? t('first.serviceAddress') : failed.value && failureWords(failed.value)}
      </p>
      <button type="submit" class="button primary" disabled={pairing.value}>
        {pairing.value ? t('pairing.pairing') : t('verb.pair')}
      </button>
    </form>
  );
}

function Field({
  id,
  label,
  hint,
  value,
  invalid,
  onTyped,
}: {
  id: string;
  label: string;
  hint?: string;
  value: { value: string };
  invalid: boolean;
  onTyped?: (text: string) => void;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        required
        autocomplete="off"
        spellcheck={false}
        value={value.value}
        aria-invalid={invalid}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        onInput={(event) => {
          value.value = event.currentTarget.value;
          onTyped?.(value.value);
        }}
      />
      {hint && (
        <span class="meta" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
