import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type SelfTest, selfTest } from '../connection/self-test.ts';
import type { Failure } from '../edge-client/failure.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatClock } from '../i18n/format.ts';
import { roleName } from '../i18n/role-words.ts';
import { t } from '../i18n/t.ts';
import { sendCommand } from '../messaging/send-command.ts';
import { hostOf } from '../popup/standing-banner.tsx';
import { act } from '../ui/act.ts';
import { browserNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { SureButton } from '../ui/sure-button.tsx';
import { PairForm } from './pair-form.tsx';
import { SelfTestList } from './self-test-list.tsx';

/** How this browser is paired, whether that works, and how to change it. */
export function PairingSection() {
  const connection = stored.value?.connection ?? null;
  const revoked = stored.value?.health.failure?.kind === 'revoked';
  const pairedNow = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const onPaired = () => {
    pairedNow.value = true;
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="pairing-heading">
      <h2 id="pairing-heading" ref={heading} tabIndex={-1}>
        {t('pairing.heading')}
      </h2>
      {connection && !revoked ? (
        <Paired isNew={pairedNow.value} />
      ) : (
        <PairForm address={connection?.edge ?? ''} onPaired={onPaired} />
      )}
    </section>
  );
}

/** @param isNew this page has paired it: whoever did wants to know where to go on */
function Paired({ isNew }: { isNew: boolean }) {
  const connection = stored.value?.connection;
  const results = useSignal<SelfTest | null>(null);
  const testing = useSignal(false);
  const failed = useSignal<Failure | null>(null);
  if (!connection) return null;
  const test = async () => {
    testing.value = true;
    const outcome = await sendCommand('tryConnection', {});
    testing.value = false;
    results.value = outcome.ok ? selfTest(outcome.value) : null;
    failed.value = outcome.ok ? null : outcome.failure;
  };
  return (
    <>
      <p role="status">
        <strong>{t('pairing.paired')}</strong>
        <span class="meta block">
          {t('pairing.pairedWith', {
            host: hostOf(connection.edge),
            role: roleName(connection.role),
            at: formatClock(connection.pairedAt, browserNow.value),
          })}
        </span>
      </p>
      {isNew && <p class="next">{t('pairing.next')}</p>}
      <div class="verbs">
        <button type="button" class="button" disabled={testing.value} onClick={test}>
          {testing.value ? t('pairing.testing') : t('pairing.test')}
        </button>
        <SureButton
          label={t('pairing.unpair')}
          sure={t('pairing.unpairSure')}
          onSure={() => void act('unpair', {})}
        />
      </div>
      <p class="problem" role="alert">
        {failed.value && failureWords(failed.value)}
      </p>
      {results.value && <SelfTestList results={results.value} />}
    </>
  );
}
