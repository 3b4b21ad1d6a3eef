import type * as z from 'zod/mini';
import type { WebhookSubscription, webhookList } from '../../../../../shared/builder-api/webhooks.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import type { Resource } from '../../../../reads/resource.ts';
import { Glyph } from '../../../../ui/icons.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { AddressPath, eventsWords } from './receiver-words.tsx';

/**
 * Receivers of the account that are not this edge and do not fail, by address: what fails stands above.
 * @param webhooks all subscriptions
 * @param origin address for the events of this edge; null without a public address
 * @param failing ids of the subscriptions that fail; null = not read, so that nothing is known of any
 */
export function OtherReceivers({
  webhooks,
  origin,
  failing,
}: {
  webhooks: Resource<z.infer<typeof webhookList>>;
  origin: string | null;
  failing: ReadonlySet<string> | null;
}) {
  return (
    <Loaded of={webhooks}>
      {({ webhooks: registered }) => (
        <ul>
          {[...byAddress(registered.filter(({ url }) => URL.parse(url)?.origin !== origin))]
            .filter(([, subscriptions]) => !subscriptions.some(({ id }) => failing?.has(id)))
            .map(([url, subscriptions]) => (
              <li key={url} class="setting">
                <span class="setting-sign">
                  <Glyph name={failing === null ? 'unknown' : 'done'} />
                </span>
                <strong>
                  {naming.value.host(URL.parse(url)?.host ?? url)} <AddressPath url={url} />
                </strong>
                <span class="setting-value">
                  {failing === null
                    ? t('status.unread')
                    : eventsWords(subscriptions.map(({ event }) => event))}
                </span>
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}

const byAddress = (webhooks: readonly WebhookSubscription[]) => Map.groupBy(webhooks, ({ url }) => url);
