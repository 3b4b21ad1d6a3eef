import { eventKindWords } from '../../../../i18n/event-kind.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { naming } from '../../../../ui/page-state.ts';

/** Path of an address. As it may hold a credential, the edge sends it to owners only; its query is hidden. */
function pathWords(url: string | null): string {
  const path = URL.parse(url ?? '')?.pathname ?? '/';
  return naming.value.screened || path === '/' ? '' : isolated(path);
}

/** The path of a receiver, beside its host. */
export function AddressPath({ url }: { url: string | null }) {
  return <span class="meta">{pathWords(url)}</span>;
}

/** A receiver by name. @param url null where only its host is known */
export const receiverName = (host: string, url: string | null): string =>
  `${naming.value.host(host)}${pathWords(url)}`;

/** More events than this are named by the first of them. */
const NAMED_MAX = 4;

/** The events of a receiver, each once. */
export function eventsWords(events: readonly string[]): string {
  const names = [...new Set(events)].map(eventKindWords);
  if (names.length <= NAMED_MAX) return names.join(', ');
  const more = names.length - NAMED_MAX + 1;
  return t('count.namesAndMore', {
    names: names.slice(0, NAMED_MAX - 1).join(', '),
    count: formatNumber(more),
  });
}
