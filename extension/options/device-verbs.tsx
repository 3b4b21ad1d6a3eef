import { useSignal } from '@preact/signals';
import type { Device } from '../../shared/edge-api/pairing.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { ConfirmButton } from '../ui/confirm.tsx';

/** Removes a browser, alone or with those that it let in. */
export function RemoveBrowser({
  device,
  devices,
  onRemove,
}: {
  device: Device;
  devices: readonly Device[];
  onRemove: (withInvited: boolean) => void;
}) {
  const count = invitedBy(devices, device.deviceId).filter(({ current }) => !current).length;
  return (
    <>
      <ConfirmButton
        label={t('options.deviceRevoke')}
        sure={t('options.deviceRevokeSure')}
        onSure={() => onRemove(false)}
      />
      {count > 0 && (
        <ConfirmButton
          label={t('options.deviceRevokeWith', count, { count: formatNumber(count) })}
          sure={t('options.deviceRevokeSure')}
          onSure={() => onRemove(true)}
        />
      )}
    </>
  );
}

/** The browsers that one let in, and those that these did. */
function invitedBy(devices: readonly Device[], deviceId: string): Device[] {
  const invited = devices.filter((device) => device.invitedBy === deviceId);
  return invited.flatMap((device) => [device, ...invitedBy(devices, device.deviceId)]);
}

/** Signs out every browser but this one. */
export function SignOutOthers({ onDone }: { onDone: () => void }) {
  const failed = useSignal<ApiError | null>(null);
  const signOut = async () => {
    const outcome = await sendMessage('changeEdge', { method: 'POST', path: '/devices/sign-out-others' });
    failed.value = outcome.ok ? null : outcome.error;
    onDone();
  };
  return (
    <div class="verbs">
      <ConfirmButton
        label={t('options.signOutOthers')}
        sure={t('options.signOutOthersSure')}
        onSure={() => void signOut()}
      />
      <span class="problem" role="alert">
        {failed.value && failureWords(failed.value)}
      </span>
    </div>
  );
}
