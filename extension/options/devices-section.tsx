import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import * as z from 'zod/mini';
import { type Device, device, formatPairingLine, letInBy } from '../../shared/edge-api/pairing.ts';
import { mayActAs, ROLES, type Role } from '../../shared/edge-api/role.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatAgo, formatClock, formatFacts, formatNumber } from '../i18n/format.ts';
import { isolated, roleMay, roleName } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { isSaidAbove, Loaded } from '../reads/loaded.tsx';
import { refreshUnder, useResource } from '../reads/resource.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton, useOpener } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { edgeNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { Choice } from './controls.tsx';

const PATH = '/devices';

/** Paired browsers; an owner invites and removes them. Only for owners, because the edge refuses others. */
export function DevicesSection() {
  const failed = useSignal<ApiError | null>(null);
  const removing = useSignal<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const owner = stored.value?.connection?.role === 'owner';
  const devices = useResource(owner ? { path: PATH, schema: z.array(device), keep: false } : null);
  const load = () => refreshUnder(PATH);
  useEffect(() => {
    // Refresh when the user returns from pairing another browser.
    const again = () => void load();
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, []);
  if (!owner) return null;
  /** @param deviceId null: all others */
  const signOut = async (deviceId: string | null, withInvited = false) => {
    // The edge responds only once the browser has no access any more, which may take seconds.
    removing.value = deviceId;
    const path =
      deviceId === null
        ? `${PATH}/sign-out-others`
        : `${PATH}/${encodeURIComponent(deviceId)}${withInvited ? '?invited=1' : ''}`;
    const outcome = await sendMessage('changeEdge', { method: deviceId === null ? 'POST' : 'DELETE', path });
    heading.current?.focus();
    await load();
    removing.value = null;
    failed.value = outcome.ok ? null : outcome.error;
  };
  return (
    <section aria-labelledby="devices-heading">
      <h2 id="devices-heading" ref={heading} tabIndex={-1}>
        {t('fact.browsers')}
      </h2>
      <p class="problem" role="alert">
        {failed.value && !isSaidAbove(failed.value) && failureWords(failed.value)}
      </p>
      <Loaded of={devices}>
        {(paired) => (
          <>
            <ul class="lines">
              {paired.map((device) => (
                <li key={device.deviceId}>
                  <DeviceWords device={device} devices={paired} />
                  <div class="verbs">
                    {mayActAs(device.role, 'builder') && (
                      <DailyGuard device={device} onChanged={() => void load()} />
                    )}
                    <span class="meta" role="status">
                      {removing.value === device.deviceId && t('status.sending')}
                    </span>
                    {!device.current && removing.value !== device.deviceId && (
                      <RemoveBrowser
                        device={device}
                        devices={paired}
                        onRemove={(withInvited) => void signOut(device.deviceId, withInvited)}
                      />
                    )}
                  </div>
                </li>
              ))}
            </ul>
            {paired.some(({ current }) => !current) && (
              <div class="verbs setting-verbs">
                <ConfirmButton
                  label={t('options.signOutOthers')}
                  sure={t('options.signOutOthersSure')}
                  onSure={() => void signOut(null)}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
      <Invite />
    </section>
  );
}

/** Removes a browser, alone or with those that it let in. */
function RemoveBrowser({
  device,
  devices,
  onRemove,
}: {
  device: Device;
  devices: readonly Device[];
  onRemove: (withInvited: boolean) => void;
}) {
  const count = letInBy(devices, device.deviceId).filter(({ current }) => !current).length;
  return (
    <>
      <ConfirmButton
        label={t('verb.remove')}
        sure={t('options.deviceRevokeSure')}
        onSure={() => onRemove(false)}
      />
      {count > 0 && (
        <ConfirmButton
          label={t('options.deviceRevokeWith', count)}
          sure={t('options.deviceRevokeSure')}
          onSure={() => onRemove(true)}
        />
      )}
    </>
  );
}

function DeviceWords({ device, devices }: { device: Device; devices: readonly Device[] }) {
  const seen =
    device.lastSeenAt !== null &&
    t('options.deviceSeen', { ago: formatAgo(device.lastSeenAt, edgeNow.value) });
  const host = devices.find(({ deviceId }) => deviceId === device.invitedBy)?.name;
  return (
    <span>
      <strong>{device.name}</strong>
      <span class="meta block">
        {formatFacts(
          roleName(device.role),
          device.current ? t('options.deviceCurrent') : seen,
          host && t('options.deviceInvitedBy', { name: isolated(host) }),
        )}
      </span>
    </span>
  );
}

function Invite() {
  const role = useSignal<Role>('viewer');
  const line = useSignal<{ text: string; until: InstantMs } | null>(null);
  const failed = useSignal<ApiError | null>(null);
  const make = async () => {
    const edge = stored.value?.connection?.edge ?? '';
    const outcome = await sendMessage('invite', { role: role.value });
    line.value = outcome.ok
      ? { text: formatPairingLine(edge, outcome.value.code), until: outcome.value.expiresAt }
      : null;
    failed.value = outcome.ok ? null : outcome.error;
  };
  return (
    <details>
      <summary>{t('options.invite')}</summary>
      <Choice
        name="invite-role"
        question={t('options.inviteRole')}
        value={role.value}
        choices={ROLES.map((one) => [one, `${roleName(one)}: ${roleMay(one)}`])}
        onChoose={(one) => {
          role.value = one;
        }}
      />
      <div class="verbs">
        <Button onClick={make}>{t('options.inviteMake')}</Button>
      </div>
      <div role="status">
        {line.value && (
          <p class="pairing-line">
            <strong>{line.value.text}</strong>
            <span class="meta block">
              {t('options.inviteUntil', { at: formatClock(line.value.until, edgeNow.value) })}
            </span>
            <CopyButton key={line.value.text} text={line.value.text} />
          </p>
        )}
        {failed.value && <p class="problem">{failureWords(failed.value)}</p>}
      </div>
    </details>
  );
}

/** Daily spending limit of a browser; an owner changes it in place. */
export function DailyGuard({ device, onChanged }: { device: Device; onChanged: () => void }) {
  const editing = useSignal(false);
  const opener = useOpener(editing.value);
  const { dailySpendCredits: credits } = device;
  if (editing.value)
    return <GuardForm device={device} onChanged={onChanged} onDone={() => (editing.value = false)} />;
  return (
    <Button at={opener} onClick={() => (editing.value = true)}>
      {credits === null ? t('options.guardSet') : t('options.guard', { credits: formatNumber(credits) })}
    </Button>
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
  const failed = useSignal<ApiError | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const credits = creditsOf(typed.value);
  const save = async (event: Event) => {
    event.preventDefault();
    if (credits === 'invalid' || saving.value) return;
    saving.value = true;
    const outcome = await sendMessage('setDailySpend', { deviceId: device.deviceId, credits });
    saving.value = false;
    failed.value = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return;
    onChanged();
    onDone();
  };
  const hasHistory = (stored.value?.snapshot?.snapshot.sections.history.data?.runCredits ?? null) !== null;
  const fieldId = `guard-${device.deviceId}`;
  return (
    <form
      class="day-limit in-lines"
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
      <Button type="submit" off={credits === 'invalid' && t('status.incomplete')} busy={saving.value}>
        {t('verb.save')}
      </Button>
      <Button quiet onClick={onDone}>
        {t('verb.cancel')}
      </Button>
      <p class="meta" id={`${fieldId}-hint`} role="status">
        {failed.value
          ? failureWords(failed.value)
          : credits === 'invalid'
            ? t('options.guardInvalid')
            : [t('options.guardHint'), !hasHistory && t('options.guardMayPass')].filter(Boolean).join(' ')}
      </p>
    </form>
  );
}

/** Empty: no limit. */
function creditsOf(typed: string): number | null | 'invalid' {
  if (typed.trim() === '') return null;
  const credits = Number(typed);
  return Number.isFinite(credits) && credits >= 0 ? credits : 'invalid';
}
