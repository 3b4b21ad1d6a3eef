import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { parsePairingLine } from '../../shared/edge-api/pairing.ts';
import { DemoOffer } from '../demo/demo-offer.tsx';
import { t } from '../i18n/t.ts';
import { isHandheld } from '../ui/browser-features.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/form.tsx';
import { openConsole } from '../ui/open-page.ts';
import { applyTheme, naming, settingsNow, statusNow } from '../ui/page-state.ts';
import { attentionNow, stored } from '../ui/stored-state.ts';
import { browserName, pairingFailureWords, usePairing } from './pair-form.tsx';

const COMMAND = 'npm run deploy';
const NOTICE_ID = 'first-test';

/** The page after installation: three steps, each ticked once it is done. */
export function FirstPage() {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  const isPaired = stored.value?.connection != null;
  return (
    <main>
      <header>
        <h1>{t('first.title')}</h1>
        <Lead />
      </header>
      <ol>
        <Step number={1} title={t('first.edge')} isDone={isPaired}>
          <p class="meta">{t('first.edgeFacts')}</p>
          <div class="command">
            <code>{COMMAND}</code>
            <CopyButton text={COMMAND} />
          </div>
        </Step>
        <Step number={2} title={t('first.paste')} isDone={isPaired}>
          {isPaired ? <Account /> : <PasteForm />}
        </Step>
        <Step number={3} title={isHandheld() ? t('first.menu') : t('first.pin')} isDone={false}>
          <p class="meta">{isHandheld() ? t('first.menuFacts') : t('first.pinFacts')}</p>
          {isPaired && <TestNotice />}
        </Step>
      </ol>
      {!isPaired && <DemoOffer />}
    </main>
  );
}

/** What the extension does, and what an edge is. */
function Lead() {
  const [before, after] = t('first.lead', { edge: '\n' }).split('\n');
  return (
    <p class="lead">
      {before}
      <strong>{t('first.edgeWord')}</strong>
      {after}
    </p>
  );
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  children: ComponentChildren;
}) {
  return (
    <li>
      <span class={isDone ? 'number done' : 'number'} aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <section aria-label={title}>
        <h2>{title}</h2>
        {children}
      </section>
    </li>
  );
}

/** Accepts the line that `npm run deploy` or an invitation ends with; pairs only when the button is clicked. */
function PasteForm() {
  const text = useSignal('');
  const code = useSignal('');
  const { isPairing, failed, pair } = usePairing();
  const pasted = parsePairingLine(text.value);
  const needsCode = pasted.kind === 'address';
  const submit = (event: Event) => {
    event.preventDefault();
    const address = pasted.kind === 'unusable' ? null : pasted.address;
    void pair(text.value, address, pasted.kind === 'line' ? pasted.code : code.value, browserName(navigator));
  };
  return (
    <form onSubmit={submit}>
      <div class="paste">
        <input
          class="input"
          aria-label={t('first.line')}
          placeholder={t('first.lineHint')}
          autocomplete="off"
          spellcheck={false}
          required
          aria-invalid={failed.value !== null}
          value={text}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            failed.value = null;
          }}
        />
        <button type="submit" class="button primary" disabled={isPairing.value}>
          {isPairing.value ? t('pairing.pairing') : t('verb.pairBrowser')}
        </button>
      </div>
      {needsCode && (
        <TextField
          label={t('first.code')}
          autocomplete="off"
          spellcheck={false}
          required
          value={code.value}
          onText={(text) => (code.value = text)}
        />
      )}
      <p class="problem" role="alert">
        {pairingFailureWords(failed.value)}
      </p>
      <p class="meta">{t('first.invited')}</p>
    </form>
  );
}

/** The first view of the account, and the way on. */
function Account() {
  return (
    <>
      <AccountFacts />
      <div class="verbs">
        <button type="button" class="button primary" onClick={() => void openConsole('')}>
          {t('verb.openConsole')}
        </button>
      </div>
    </>
  );
}

function AccountFacts() {
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  if (!stored.value || !snapshot)
    return (
      <p class="meta" role="status">
        {t('first.reading')}
      </p>
    );
  const { account, projects } = snapshot.sections;
  const open = attentionNow.value.open;
  const facts = [
    account.data && t('first.credits', { credits: naming.value.number(account.data.credits) }),
    projects.data?.total != null &&
      t('first.projects', projects.data.total, { count: naming.value.number(projects.data.total) }),
    open > 0
      ? t('badge.asking', open, { count: open })
      : statusNow.value.kind === 'fine' && t('popup.nothing'),
  ];
  return (
    <p role="status">
      <strong>{t('pairing.paired')}</strong>
      <span class="meta">{facts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

function TestNotice() {
  const isSent = useSignal(false);
  const send = async () => {
    await browser.notifications.create(NOTICE_ID, {
      type: 'basic',
      iconUrl: browser.runtime.getURL('/icons/128.png'),
      title: t('first.testTitle'),
      message: t('first.testFacts'),
    });
    isSent.value = true;
  };
  return (
    <div class="verbs">
      <button type="button" class="button" onClick={() => void send()}>
        {t('first.test')}
      </button>
      <span class="meta" role="status">
        {isSent.value && t('first.tested')}
      </span>
    </div>
  );
}
