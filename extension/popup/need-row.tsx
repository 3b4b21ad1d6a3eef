import { useSignal } from '@preact/signals';
import { type BestAction, bestAction } from '../../shared/attention/best-action.ts';
import type { AttentionItem, Severity } from '../../shared/attention/item.ts';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { itemWords } from '../i18n/attention-words.ts';
import { t } from '../i18n/t.ts';
import { act } from '../ui/act.ts';
import type { GlyphName } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { OpenLink } from '../ui/open-link.tsx';
import { edgeNow, isReachable, naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { ItemDetail } from './item-detail.tsx';
import { linkedItem } from './navigation.ts';
import { raiseSubject } from './raise-editor.tsx';
import { focusRow, projectUrls, Row } from './rows.tsx';

const GLYPH: Record<Severity, GlyphName> = { critical: 'critical', warning: 'warning', note: 'note' };

const RaiseEditor = lazily(async () => (await import('./raise-editor.tsx')).RaiseEditor);

/** One thing that needs the user. @param isAlike another row would read the same without its event */
export function NeedRow({
  item,
  leaving,
  isAlike,
}: {
  item: AttentionItem;
  leaving: boolean;
  isAlike: boolean;
}) {
  const role = stored.value?.connection?.role ?? 'viewer';
  // What is raised must be seen, and somebody must be there to raise it.
  const mayRaise = mayActAs(role, 'owner') && isReachable.value && !naming.value.screened;
  const subject = mayRaise ? raiseSubject(item) : null;
  const action = bestAction(item, subject !== null);
  const open = useSignal(linkedItem.value === item.id);
  const raising = useSignal(false);
  const seen = item.acknowledgedAt !== null;
  const words = itemWords(item.reason, item.projectId, item.openedAt, naming.value, edgeNow.value);
  const parts = [
    ...(seen ? [t('popup.seen')] : []),
    ...(isAlike && item.reason.kind === 'delivery-failures' && !naming.value.screened
      ? [item.reason.event]
      : []),
    words.facts,
  ];
  const editing = raising.value && subject !== null && !leaving;
  return (
    <Row
      id={item.id}
      glyph={leaving ? 'done' : seen ? 'seen' : GLYPH[item.severity]}
      title={words.title}
      facts={parts.join(' · ')}
      wrap
      soft={seen || leaving}
      open={open}
      extra={!leaving && <CapBar item={item} />}
      side={
        leaving || editing ? null : action === 'raise' ? (
          <button type="button" class="button verb" onClick={() => (raising.value = true)}>
            {t('verb.raise')}
          </button>
        ) : (
          <Verb item={item} action={action} open={open} />
        )
      }
      detail={<ItemDetail item={item} />}
      below={
        editing ? (
          <RaiseEditor
            item={item}
            subject={subject}
            onDone={() => {
              raising.value = false;
              requestAnimationFrame(() => focusRow(item.id));
            }}
          />
        ) : null
      }
    />
  );
}

function Verb({
  item,
  action,
  open,
}: {
  item: AttentionItem;
  action: Exclude<BestAction, 'raise'>;
  open: { value: boolean };
}) {
  const { preview, published } = projectUrls(stored.value?.snapshot?.snapshot ?? null, item.projectId);
  const url = published ?? preview;
  if (action === 'open-project' && url !== null) {
    return (
      <OpenLink class="button verb" to={url}>
        {t('verb.open')}
      </OpenLink>
    );
  }
  if (action === 'check') {
    return (
      <button type="button" class="button verb" onClick={() => act('refresh', { fresh: true })}>
        {t('verb.check')}
      </button>
    );
  }
  return (
    <button
      type="button"
      class="button verb"
      aria-expanded={open.value}
      onClick={() => (open.value = !open.value)}
    >
      {open.value ? t('verb.less') : t('verb.look')}
    </button>
  );
}

/** How much of a cap or a budget is used, drawn; nothing where that is not known, or numbers are hidden. */
export function CapBar({ item }: { item: AttentionItem }) {
  const part = usedPart(item);
  if (part === null || naming.value.screened) return null;
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, part * 100)}%` }} class={item.severity} />
    </span>
  );
}

function usedPart({ reason }: AttentionItem): number | null {
  if (reason.kind === 'credit-cap')
    return reason.spent !== null && reason.limit ? reason.spent / reason.limit : null;
  if (reason.kind !== 'feature-budget' && reason.kind !== 'feature-warning') return null;
  return reason.used !== null && reason.cap ? reason.used / reason.cap : null;
}
