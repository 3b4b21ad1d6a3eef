import { formatAgo } from '../i18n/format.ts';
import { HIDDEN, isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { isRefused, type NotSentCall } from '../storage/not-sent.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/lazily.tsx';
import { browserNow, naming } from '../ui/page-state.ts';
import { Row } from './rows.tsx';

const RefusedLine = lazily(async () => (await import('../ui/priced-button.tsx')).RefusedLine);

/** A confirmed call of this browser that was never made, or refused: why, and the way to have it gone. */
export function NotSentRow({ call }: { call: NotSentCall }) {
  const { key, operation, projectId, code, kind = '', message = null, at } = call;
  const refused = isRefused(call);
  const isLaunch = operation === 'launch';
  const ago = formatAgo(at, browserNow.value);
  const { screened } = naming.value;
  return (
    <Row
      id={`not-sent-${key}`}
      glyph="note"
      wrap
      projectId={isLaunch ? null : projectId}
      title={titleOf()}
      facts={refused ? ago : `${t(`refusal.${code}` as 'refusal.EDGE_ABANDONED')} ${ago}`}
      extra={
        refused && (
          <p class="meta">
            <RefusedLine
              about={{ operation, projectId }}
              error={{ kind, code, message: screened ? null : message }}
            />
          </p>
        )
      }
      side={
        <Button class="button verb" onClick={() => void sendMessage('dismissNotSent', { key })}>
          {t('verb.acknowledge')}
        </Button>
      }
    />
  );

  function titleOf(): string {
    if (isLaunch) return t('notSent.launch', { name: screened ? HIDDEN : isolated(projectId) });
    const name = naming.value.project(projectId);
    if (operation === 'startAgent')
      return refused ? t('notSent.promptRefused', { name }) : t('notSent.prompt', { name });
    return refused ? t('notSent.otherRefused', { name }) : t('notSent.other', { name });
  }
}
