import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { edgeCommand } from '../../shared/published.ts';
import { DemoOffer } from '../demo/demo-offer.tsx';
import { t } from '../i18n/t.ts';
import { isHandheld } from '../ui/browser-features.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Flame } from '../ui/icons.tsx';
import { openConsole } from '../ui/open-page.ts';
import { applyTheme, naming, settingsNow, statusNow } from '../ui/page-state.ts';
import { PUBLISHED } from '../ui/published.ts';
import { attentionNow, stored } from '../ui/stored-state.ts';
import { PairForm } from './pair-form.tsx';

const NOTICE_ID = 'first-test';

/** Page after installation: a look around, the way in, the way to an edge; once paired, to the account. */
export function FirstPage({ published = PUBLISHED }) {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  const connection = stored.value?.connection ?? null;
  const isPaired = connection !== null && stored.value?.health.failure?.kind !== 'revoked';
  return (
    <main>
      <header>
        <Flame lit />
        <h1>{t('first.title')}</h1>
        <p class="lead">{t('first.lead')}</p>
        {!isPaired && <DemoOffer primary />}
      </header>
      {isPaired ? (
        <>
          <Part title={t('pairing.paired')}>
            <p class="meta" role="status">
              {accountWords()}
            </p>
            <Button primary onClick={() => void openConsole('')}>
              {t('verb.openConsole')}
            </Button>
          </Part>
          <Part title={isHandheld() ? t('first.menu') : t('first.pin')}>
            <p class="meta">{isHandheld() ? t('first.menuFacts') : t('first.pinFacts')}</p>
            <TestNotice />
          </Part>
        </>
      ) : (
        <>
          <Part title={t('first.line')}>
            <PairForm address={connection?.edge ?? ''} />
          </Part>
          <Part title={t('first.edge')} facts={t('first.needs')}>
            <SetUp published={published} />
          </Part>
        </>
      )}
    </main>
  );
}

function Part({ title, facts, children }: { title: string; facts?: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>
        {title} {facts && <span class="meta">{facts}</span>}
      </h2>
      {children}
    </section>
  );
}

/** One command, and where what it needs is, as far as that is published. */
function SetUp({ published }: { published: typeof PUBLISHED }) {
  const command = edgeCommand(published);
  const { source, guide, edgePackage } = published;
  return (
    <>
      <div class="command">
        <code>{command}</code>
        <CopyButton text={command} />
      </div>
      {guide && <Outwards to={guide}>{t('first.guide')}</Outwards>}
      {source && <Outwards to={source}>{t('first.source')}</Outwards>}
      {edgePackage === null && <p class="meta">{source ? t('first.inCopy') : t('first.askForCopy')}</p>}
    </>
  );
}

function Outwards({ to, children }: { to: string; children: string }) {
  return (
    <a class="button quiet" href={to} target="_blank" rel="noreferrer" title={to}>
      {children}
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}

/** The account in a line; until it was read, that it is being read. */
function accountWords(): string {
  const sections = stored.value?.snapshot?.snapshot.sections;
  if (!sections) return t('state.loading');
  const { account, projects } = sections;
  const open = attentionNow.value.open;
  const facts = [
    account.data && t('badge.credits', { credits: naming.value.number(account.data.credits) }),
    projects.data?.total != null &&
      t('count.projects', projects.data.total, { count: naming.value.number(projects.data.total) }),
    open > 0 ? t('badge.asking', open, { count: open }) : statusNow.value.kind === 'fine' && t('badge.calm'),
  ];
  return facts.filter(Boolean).join(' · ');
}

function TestNotice() {
  const isSent = useSignal(false);
  const send = async () => {
    await browser.notifications.create(NOTICE_ID, {
      type: 'basic',
      iconUrl: browser.runtime.getURL('/icons/128.png'),
      title: t('name'),
      message: t('notice.test'),
    });
    isSent.value = true;
  };
  return (
    <>
      <Button onClick={() => void send()}>{t('first.test')}</Button>
      <span class="meta" role="status">
        {isSent.value && t('test.shown')}
      </span>
    </>
  );
}
