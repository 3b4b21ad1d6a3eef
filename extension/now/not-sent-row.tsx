import { formatAgo } from '../i18n/format.ts';
import { HIDDEN, isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import type { NotSentCall } from '../storage/not-sent.ts';
import { browserNow, naming } from '../ui/page-state.ts';
import { Row } from './rows.tsx';

/** A confirmed call of this browser that was never made: why, and the way to have it gone. */
export function NotSentRow({ call: { key, operation, projectId, code, at } }: { call: NotSentCall }) {
  const isLaunch = operation === 'launch';
  return (
    <Row
      id={`not-sent-${key}`}
      glyph="note"
      wrap
      projectId={isLaunch ? null : projectId}
      title={titleOf()}
      facts={`${t(`refusal.${code}` as 'refusal.EDGE_ABANDONED')} ${formatAgo(at, browserNow.value)}`}
      side={
        <button type="button" class="button verb" onClick={() => void sendMessage('dismissNotSent', { key })}>
          {t('verb.acknowledge')}
        </button>
      }
    />
  );

  function titleOf(): string {
    if (isLaunch) return t('notSent.launch', { name: naming.value.screened ? HIDDEN : isolated(projectId) });
    const name = naming.value.project(projectId);
    return operation === 'startAgent' ? t('notSent.prompt', { name }) : t('notSent.other', { name });
  }
}
