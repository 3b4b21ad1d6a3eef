import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { asOf, isLive } from '../connection/status.ts';
import { formatAgo, formatClock } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { act, lastFailure, refreshing } from '../ui/act.ts';
import { isLaunchRefused, isOutOfCredits } from '../ui/building.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { BuyCredits, buyingAddress } from '../ui/open-link.tsx';
import { openConsole } from '../ui/open-page.ts';
import { browserNow, isReachable, settingsNow, statusNow } from '../ui/page-state.ts';
import { saveSettings } from '../ui/settings-change.ts';
import { stored } from '../ui/stored-state.ts';
import { view } from './navigation.ts';

const FailureLine = lazily(async () => (await import('../ui/failure-line.tsx')).FailureLine);

/** Actions of the page and the age of its data. */
export function Footer() {
  const screened = settingsNow.value.screenShare;
  useEffect(() => void readLaunchShortcut(), []);
  const state = stored.value;
  const role = state?.connection?.role ?? null;
  const launchable = role !== null && state?.ways.popup;
  const isDraft = statusNow.value.kind !== 'loading' && (!isReachable.value || isLaunchRefused());
  const isViewer = role === 'viewer';
  const isBuying = !isViewer && isOutOfCredits() && buyingAddress() !== null;
  return (
    <footer class={launchable ? 'footer launching' : 'footer'}>
      {launchable && isViewer && (
        <span class="meta looking">
          <Icon name="eye" />
          {t('role.lookingOnly')}
        </span>
      )}
      {isBuying && <BuyCredits class="button primary launch-button" />}
      {launchable && !isViewer && !isBuying && (
        <Button
          id="to-launch"
          class={isReachable.value && !isDraft ? 'button primary launch-button' : 'button launch-button'}
          onClick={() => (view.value = 'launch')}
        >
          {isDraft ? t('verb.writeDraft') : t('verb.launch')}
          {stored.value?.ways.shortcut && launchShortcut.value && <kbd>{launchShortcut}</kbd>}
        </Button>
      )}
      <div class="tools">
        {stored.value?.connection && (
          <Tool
            icon="table"
            label={t('view.import')}
            onClick={() => void act('openImport', {}).then(({ ok }) => ok && window.close())}
          />
        )}
        <Tool
          icon={screened ? 'eye-off' : 'eye'}
          label={t('verb.hide')}
          words={screened ? t('verb.show') : t('verb.hide')}
          isPressed={screened}
          onClick={() => saveSettings({ screenShare: !screened })}
        />
        <Tool
          icon="console"
          label={t('verb.openConsole')}
          onClick={() => void openConsole('').then(() => window.close())}
        />
        <Tool
          icon="options"
          label={t('verb.options')}
          words={`${t('verb.options')} ↗`}
          onClick={() => void browser.runtime.openOptionsPage()}
        />
      </div>
      <Status />
      <p class="meta failure" role="alert">
        {lastFailure.value && <FailureLine of={lastFailure.value} />}
      </p>
    </footer>
  );
}

/** A footer button: an icon, named by its words, which show at once under the pointer or with the focus. */
function Tool({
  icon,
  label,
  words = label,
  isPressed,
  ...button
}: {
  icon: IconName;
  label: string;
  words?: string;
  isPressed?: boolean;
  onClick: () => void;
}) {
  return (
    <Button class="button icon" aria-label={label} aria-pressed={isPressed} {...button}>
      <Icon name={icon} />
      <span class="tool-words" aria-hidden="true">
        {words}
      </span>
    </Button>
  );
}

function Status() {
  const state = stored.value;
  const settings = settingsNow.value;
  if (!state?.connection) return <span class="meta status" />;
  const status = statusNow.value;
  const live = state.health.live && isLive(status);
  const readAt = asOf(state);
  const muted = settings.mutedUntil > browserNow.value;
  const words = refreshing.value
    ? t('status.loading')
    : readAt === null
      ? ''
      : t('status.read', { ago: formatAgo(readAt, browserNow.value) });
  return (
    <Button
      class="meta status"
      title={t('verb.refresh')}
      off={refreshing.value && t('status.loading')}
      onClick={() => act('refresh', { fresh: true })}
    >
      {words && <i class={live ? 'dot live' : 'dot'} />}
      {live && !refreshing.value ? t('status.live') : words}
      {muted && ` · ${t('status.muted', { at: formatClock(settings.mutedUntil, browserNow.value) })}`}
      <span class="hidden-words"> {t('verb.refresh')}</span>
    </Button>
  );
}

/** The keyboard shortcut of a launch in the browser's notation; empty while none is set. */
export const launchShortcut = signal('');

/** Reads it from the browser, where the user may have changed it. */
export async function readLaunchShortcut(): Promise<void> {
  const commands = (await browser.commands?.getAll()) ?? [];
  launchShortcut.value = commands.find(({ name }) => name === 'launch')?.shortcut ?? '';
}
