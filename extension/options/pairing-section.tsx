import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Fault, SelfTest, SelfTestResult } from '../connection/self-test.ts';
import { DemoOffer } from '../demo/demo-offer.tsx';
import type { ApiError } from '../edge-client/api-error.ts';
import { silenceWords } from '../i18n/attention-words.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatClock, formatDuration } from '../i18n/format.ts';
import { roleName } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { hostOf } from '../now/connection-banner.tsx';
import { VersionNote } from '../now/version-note.tsx';
import { countUnreadCalls, letGoOfUnreadCalls } from '../storage/unread-calls.ts';
import { act } from '../ui/act.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Glyph, type GlyphName } from '../ui/icons.tsx';
import { browserNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { PairForm } from './pair-form.tsx';

/** Status of the pairing, the connection test, and how to change the pairing. */
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
      <PendingRevocations />
      <UnreadCalls />
      {connection && !revoked ? (
        <Paired isNew={pairedNow.value} />
      ) : (
        <>
          <PairForm address={connection?.edge ?? ''} isNamed onPaired={onPaired} />
          {!connection && <DemoOffer />}
        </>
      )}
    </section>
  );
}

/** Tokens that this browser gave up but that are still valid, because their edge could not be reached. */
function PendingRevocations() {
  const now = browserNow.value;
  return (
    <ul class="items">
      {(stored.value?.revocations ?? []).map(({ edge, deviceId, name, tries, nextAt }) => {
        const host = hostOf(edge);
        if (tries === 0)
          return (
            <li key={deviceId} role="status">
              {t('pairing.telling', { host })}
            </li>
          );
        const facts = { name, when: formatClock(Math.max(nextAt, now), now) };
        return (
          <li key={deviceId} class="unconfirmed">
            <p role="alert">
              <strong>{t('pairing.unconfirmed', { host })}</strong>
              <span class="meta block">{t('pairing.unconfirmedFacts', facts)}</span>
            </p>
            <div class="verbs">
              <Button onClick={() => void act('retryRevocations', {})}>{t('trouble.now')}</Button>
              <ConfirmButton
                label={t('pairing.stopTelling')}
                sure={t('pairing.stopTellingSure')}
                onSure={() => void act('forgetRevocation', { deviceId })}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** @param isNew paired on this page just now: shows what to do next */
function Paired({ isNew }: { isNew: boolean }) {
  const connection = stored.value?.connection;
  const results = useSignal<SelfTest | null>(null);
  const testing = useSignal(false);
  const failed = useSignal<ApiError | null>(null);
  if (!connection) return null;
  const test = async () => {
    testing.value = true;
    const outcome = await sendMessage('testConnection', {});
    testing.value = false;
    results.value = outcome.ok ? outcome.value : null;
    failed.value = outcome.ok ? null : outcome.error;
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
      <VersionNote />
      {isNew && <p class="next">{t('first.pinFacts')}</p>}
      <div class="verbs">
        <Button busy={testing.value} onClick={test}>
          {t('pairing.test')}
        </Button>
        <ConfirmButton
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

const GLYPH: Record<SelfTestResult['kind'], GlyphName> = { fine: 'done', failed: 'failed', untried: 'seen' };

/** Each step of the connection test, with its failure. */
export function SelfTestList({ results }: { results: SelfTest }) {
  return (
    <ul class="steps">
      {results.map((result) => (
        <li key={result.step}>
          <Glyph name={GLYPH[result.kind]} />
          <div>
            {t(`test.${result.step}`)}
            <span class={result.kind === 'fine' ? 'hidden-words' : 'meta block'}> {wordsOf(result)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(result: SelfTestResult): string {
  switch (result.kind) {
    case 'fine':
      return t('test.ok');
    case 'untried':
      return t('test.untried');
    case 'failed':
      return faultWords(result);
  }
}

function faultWords(fault: Fault): string {
  switch (fault.why) {
    case 'failure':
      return failureWords(fault.failure);
    case 'edge-says':
      return t('test.edgeSays', { words: fault.words.join(' ') });
    case 'unreadable':
      return t('test.unreadable');
    case 'clock-off': {
      const by = formatDuration(Math.abs(fault.skewMs));
      return fault.skewMs > 0 ? t('state.clockAhead', { by }) : t('state.clockBehind', { by });
    }
    case 'ask-only':
      return t('test.askOnly');
    case 'silent':
      return silenceWords(fault, browserNow.value);
  }
}

/** Says that paid calls are stored which can't be read, and lets go of them; nothing where there are none. */
function UnreadCalls() {
  const count = useSignal(0);
  const look = async () => {
    count.value = await countUnreadCalls();
  };
  useEffect(() => void look(), []);
  if (count.value === 0) return null;
  return (
    <div class="unconfirmed">
      <p role="alert">
        <strong>{t('pairing.unread', count.value)}</strong>
        <span class="meta block">{t('pairing.unreadFacts')}</span>
      </p>
      <div class="verbs">
        <ConfirmButton
          label={t('pairing.letGo')}
          sure={t('pairing.letGoSure')}
          onSure={() => void letGoOfUnreadCalls().then(look)}
        />
      </div>
    </div>
  );
}
