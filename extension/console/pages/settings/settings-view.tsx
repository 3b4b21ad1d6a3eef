import './settings.css';
import { useLayoutEffect } from 'preact/hooks';
import { failureWords } from '../../../i18n/failure-words.ts';
import { roleMay, roleName } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { DevicesSection } from '../../../options/devices-section.tsx';
import { PairingSection } from '../../../options/pairing-section.tsx';
import { lastFailure } from '../../../ui/act.ts';
import { statusNow } from '../../../ui/page-state.ts';
import { savedAt } from '../../../ui/settings-change.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import type { ViewProps } from '../../parts/routes.ts';
import { Setting, SettingsSection } from '../../parts/setting.tsx';
import { ViewHeader } from '../../parts/view-header.tsx';
import { Alerts } from './alerts/alerts.tsx';
import { KeyAccount } from './key-account.tsx';
import { Receivers } from './receivers/receivers-section.tsx';
import { Service } from './service.tsx';
import { ThisBrowserSection } from './this-browser-section.tsx';

/**
 * All settings on one page: browsers, alerts, the service, receivers, this browser. An unpaired browser has
 * its own and the pairing form. `rest`: the section that an address leads to, and its channel or receiver.
 */
export function SettingsView({ rest: [section, id] }: ViewProps) {
  const isPaired = statusNow.value.kind !== 'not-paired';
  const role = stored.value?.connection?.role ?? 'viewer';
  const isOwner = mayAct('owner');
  useLayoutEffect(() => {
    const heading =
      section === undefined || id !== undefined ? null : document.getElementById(`${section}-heading`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section, id]);
  const linked = (name: string) => (section === name ? (id ?? null) : null);
  return (
    <div class="page settings">
      <ViewHeader title={t('view.settings')} />
      {isPaired && (
        <>
          <KeyAccount />
          {isOwner ? (
            <DevicesSection />
          ) : (
            <SettingsSection id="devices" title={t('fact.browsers')}>
              <Setting name={t('console.account.role')} value={`${roleName(role)}: ${roleMay(role)}`} />
            </SettingsSection>
          )}
          <Alerts linked={linked('alerts')} />
          <Service />
          <Receivers linked={linked('webhooks')} />
        </>
      )}
      <PairingSection />
      <ThisBrowserSection />
      <p class="problem foremost" role="alert">
        {lastFailure.value && failureWords(lastFailure.value)}
      </p>
      <p class="hidden-words" role="status" key={savedAt.value}>
        {savedAt.value > 0 && t('status.saved')}
      </p>
    </div>
  );
}
