import { type ConversationMessage, conversation } from '../../../shared/builder-api/agent.ts';
import { parseInstant } from '../../../shared/time.ts';
import { formatClock, formatExact } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { Answered } from '../answer-status.tsx';
import { projectPath } from '../paths.ts';
import { useResource } from '../resource.ts';
import type { TabProps } from '../views.ts';

/** What was said between the user and the agent, of all runs. */
export function TalkTab({ projectId }: TabProps) {
  const said = useResource({
    path: projectPath(projectId, '/agent/full-conversation'),
    schema: conversation,
  });
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  return (
    <Answered of={said}>
      {({ conversation: messages }) =>
        messages.length === 0 ? (
          <p class="notice meta">{t('console.talkEmpty')}</p>
        ) : (
          <ol class="talk" aria-label={t('console.tab.talk')}>
            {messages.map((message) => (
              <Message key={keyOf(message)} message={message} />
            ))}
          </ol>
        )
      }
    </Answered>
  );
}

/** Messages have no id: the time and the beginning of the text tell them apart. */
const keyOf = ({ createdAt, message, author }: ConversationMessage): string =>
  `${createdAt} ${author} ${message?.slice(0, 80)}`;

function Message({ message: { author, message, messageType, createdAt } }: { message: ConversationMessage }) {
  const at = parseInstant(createdAt);
  const mine = author === 'user';
  return (
    <li class={mine ? 'said mine' : 'said'} data-type={messageType ?? undefined}>
      <span class="meta" title={at === null ? undefined : formatExact(at)}>
        {mine ? t('console.you') : ''}
        {at !== null && ` ${formatClock(at, edgeNow.value)}`}
      </span>
      <p dir="auto">{isolated(message ?? '')}</p>
    </li>
  );
}
