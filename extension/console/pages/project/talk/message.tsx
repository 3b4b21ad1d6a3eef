import type { ConversationMessage } from '../../../../../shared/builder-api/agent.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatExact, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { wordCount } from '../../../../launch/draft.ts';
import { type PromptPage, takeApart } from '../../../../launch/launch-request.ts';
import { decoded } from '../../../parts/escaped-text.ts';

/** Words of the user or agent, with their time under the pointer; below the user's a page, folded. */
export function Message({
  message: { author, message, messageType, createdAt, files },
}: {
  message: ConversationMessage;
}) {
  const at = parseInstant(createdAt);
  const mine = author === 'user';
  const said = decoded(message ?? '');
  const { words, page } = mine ? takeApart(said) : { words: said, page: null };
  const names = (files ?? []).flatMap(({ name }) => (name ? [decoded(name)] : []));
  return (
    <li class={`said${mine ? ' mine' : ''}`} data-type={messageType ?? undefined}>
      {mine && <span class="hidden-words">{t('console.you')}</span>}
      <div class="said-words" title={at === null ? undefined : formatExact(at)}>
        <p dir="auto">{isolated(words)}</p>
        {names.length > 0 && <p class="meta">{names.map(isolated).join(', ')}</p>}
        {page && (
          <details class="said-page">
            <summary class="meta">{pageWords(page)}</summary>
            <p dir="auto" class="meta">
              {isolated(page.text)}
            </p>
          </details>
        )}
      </div>
    </li>
  );
}

function pageWords({ url, isSelection, text }: PromptPage): string {
  const count = wordCount(text);
  const facts = { host: isolated(URL.parse(url)?.host ?? url), count: formatNumber(count) };
  return isSelection
    ? t('console.talk.fromSelection', count, facts)
    : t('console.talk.fromPage', count, facts);
}
