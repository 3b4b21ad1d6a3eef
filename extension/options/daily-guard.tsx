import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Device } from '../../shared/edge-api/pairing.ts';
import type { Failure } from '../edge-client/failure.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { sendCommand } from '../messaging/send-command.ts';

/** What a browser may spend a day at fixed prices; an owner changes it in place. */
export function DailyGuard({ device, onChanged }: { device: Device; onChanged: () => void }) {
  const editing = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const { dailySpendCredits: credits } = device;
  if (editing.value) {
    const done = () => {
      editing.value = false;
      requestAnimationFrame(() => button.current?.focus());
    };
    return <GuardForm device={device} onChanged={onChanged} onDone={done} />;
  }
  return (
    <button ref={button} type="button" class="button" onClick={() => (editing.value = true)}>
      {credits === null ? t('options.guardSet') : t('options.guard', { credits: formatNumber(credits) })}
    </button>
  );
}

function GuardForm({
  device,
  onChanged,
  onDone,
}: {
  device: Device;
  onChanged: () => void;
  onDone: () => void;
}) {
  const typed = useSignal(device.dailySpendCredits === null ? '' : String(device.dailySpendCredits));
  const saving = useSignal(false);
  const failed = useSignal<Failure | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const credits = creditsOf(typed.value);
  const save = async (event: Event) => {
    event.preventDefault();
    if (credits === 'invalid' || saving.value) return;
    saving.value = true;
    const outcome = await sendCommand('setDailySpend', { deviceId: device.deviceId, credits });
    saving.value = false;
    failed.value = outcome.ok ? null : outcome.failure;
    if (!outcome.ok) return;
    onChanged();
    onDone();
  };
  const fieldId = `guard-${device.deviceId}`;
  return (
    <form
      class="guard"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <label class="meta" for={fieldId}>
        {t('options.guardLabel', { name: device.name })}
      </label>
      <input
        ref={input}
        id={fieldId}
        class="input short"
        inputMode="decimal"
        autocomplete="off"
        aria-describedby={`${fieldId}-hint`}
        aria-invalid={credits === 'invalid'}
        value={typed}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={credits === 'invalid' || saving.value}>
        {t('options.guardSave')}
      </button>
      <button type="button" class="button quiet" onClick={onDone}>
        {t('verb.cancel')}
      </button>
      <p class="meta" id={`${fieldId}-hint`} role="status">
        {failed.value
          ? failureWords(failed.value)
          : credits === 'invalid'
            ? t('options.guardInvalid')
            : t('options.guardHint')}
      </p>
    </form>
  );
}

/** Nothing typed: no limit. */
function creditsOf(typed: string): number | null | 'invalid' {
  if (typed.trim() === '') return null;
  const credits = Number(typed);
  return Number.isFinite(credits) && credits >= 0 ? credits : 'invalid';
}
