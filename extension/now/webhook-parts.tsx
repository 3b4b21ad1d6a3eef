import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { webhookIdOf } from '../../shared/attention/kinds/webhooks.ts';
import { webhookList } from '../../shared/builder-api/webhooks.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { useChange } from '../reads/change.ts';
import { servicePath } from '../reads/paths.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from './row-detail.tsx';

/**
 * The path of a subscription's receiver, never its query; for owners only: addresses may hold a credential.
 * @param itemId of the failing deliveries
 */
export function ReceiverPath({ itemId }: { itemId: string }) {
  const path = useSignal<string | null>(null);
  useEffect(() => {
    void readPath(itemId).then((read) => {
      path.value = read;
    });
  }, [itemId]);
  return path.value === null ? null : <Facts of={[[t('fact.path'), isolated(path.value)]]} />;
}

async function readPath(itemId: string): Promise<string | null> {
  const webhookId = webhookIdOf(itemId);
  const result = await sendMessage('readEdge', { path: servicePath('/webhooks'), keep: false });
  const list = result.ok ? z.safeParse(webhookList, result.value.value) : null;
  const webhook = list?.success ? list.data.webhooks.find(({ id }) => id === webhookId) : null;
  return URL.parse(webhook?.url ?? '')?.pathname ?? null;
}

/** Synchronizes the edge's subscriptions. */
export function SyncButton() {
  const sync = useChange();
  const { value: now } = sync.state;
  return (
    <>
      <Button
        busy={now.kind === 'sending'}
        onClick={() => void sync.send({ method: 'POST', path: '/subscriptions/sync', body: {} }, [])}
      >
        {t('verb.checkSubscriptions')}
      </Button>
      <span class={now.kind === 'failed' ? 'meta failure' : 'meta'} role="status">
        {now.kind === 'sending' && t('work.checking')}
        {now.kind === 'kept' && t('work.checked')}
        {now.kind === 'failed' && failureWords(now.error)}
      </span>
    </>
  );
}
