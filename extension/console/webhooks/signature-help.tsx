import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import { ChoiceChips } from '../../ui/chips.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SIGNATURE_SNIPPETS, SNIPPET_LANGUAGES, type SnippetLanguage } from './signature-snippets.ts';

const HEADER = 'X-Service-Signature: t=…,v1=…';
const SECRET_CALL = 'curl -H "api-key: $API_KEY" "$SERVICE_URL/api/v1/vcaas/webhooks/$WEBHOOK_ID/secret"';

/** How a receiver checks the signature of what arrives, to copy: one line that unfolds. */
export function SignatureHelp() {
  const language = useSignal<SnippetLanguage>('Node.js');
  const snippet = SIGNATURE_SNIPPETS[language.value];
  return (
    <details class="page-fold">
      <summary>
        <span>{t('console.webhooks.signature.title')}</span>
      </summary>
      <div class="signature">
        <ol>
          <li>
            {t('console.webhooks.signature.secret')}
            <span class="verbs">
              <code class="code">{SECRET_CALL}</code>
              <CopyButton text={SECRET_CALL} />
            </span>
          </li>
          <li>
            {t('console.webhooks.signature.header')} <code class="code">{HEADER}</code>
          </li>
          <li>{t('console.webhooks.signature.check')}</li>
          <li>{t('console.webhooks.signature.answer')}</li>
        </ol>
        <div class="verbs options">
          <ChoiceChips
            of={SNIPPET_LANGUAGES}
            chosen={language.value}
            words={(name) => name}
            onChoose={(chosen) => (language.value = chosen)}
          />
          <CopyButton text={snippet} />
        </div>
        <pre class="code">{snippet}</pre>
      </div>
    </details>
  );
}
