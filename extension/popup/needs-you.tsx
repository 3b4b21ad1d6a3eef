import { useSignal } from '@preact/signals';
import { bestAction } from '../../shared/attention/best-action.ts';
import type { AttentionItem, Severity } from '../../shared/attention/item.ts';
import { openItems } from '../../shared/attention/open-items.ts';
import { mayActAs } from '../../shared/edge/role.ts';
import type { GlyphName } from '../look/glyph.tsx';
import { lazily } from '../look/lazily.tsx';
import { formatNumber } from '../words/format.ts';
import { itemWords } from '../words/item-words.ts';
import { t } from '../words/t.ts';
import { act } from './act.ts';
import { ItemDetail } from './item-detail.tsx';
import { edgeNow, naming, pointedAt } from './page-context.ts';
import { raiseSubject } from './raise-subject.ts';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { stored } from './stored-model.ts';
import { UndoRow, UndoRows } from './undo-rows.tsx';
import { useLingering } from './use-lingering.ts';

const GLYPH: Record<Severity, GlyphName> = { critical: 'critical', warning: 'warning', note: 'note' };
const SHOWN_FIRST = 4;

const RaiseEditor = lazily(async () => (await import('./raise-editor.tsx')).RaiseEditor);

/** What needs the user, worst first, each with its reason, since when, and one verb. */
export function NeedsYou() {
  const state = stored.value;
  const items = state ? openItems(state.attention) : [];
  const { rows, hold } = useLingering(items);
  const all = useSignal(false);
  const changes = state?.capChanges ?? [];
  if (rows.length === 0 && changes.length === 0) return null;
  const shown = all.value ? rows : rows.slice(0, SHOWN_FIRST);
  const asking = items.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
  return (
    <Section title={t('popup.needsYou')} count={asking} {...hold}>
      {shown.map(({ row, leaving }) => {
        const change = leaving && changes.find(({ itemId }) => itemId === row.id);
        return change ? (
          <UndoRow key={`undo-${row.id}`} change={change} />
        ) : (
          <NeedRow key={row.id} item={row} leaving={leaving} />
        );
      })}
      <UndoRows but={shown.map(({ row }) => row.id)} />
      {rows.length > shown.length && (
        <li class="more">
          <button type="button" class="button quiet" onClick={() => (all.value = true)}>
            {t('popup.more', rows.length - shown.length, { count: formatNumber(rows.length - shown.length) })}
          </button>
        </li>
      )}
    </Section>
  );
}

function NeedRow({ item, leaving }: { item: AttentionItem; leaving: boolean }) {
  const role = stored.value?.connection?.role ?? 'viewer';
  const subject = mayActAs(role, 'owner') ? raiseSubject(item) : null;
  const action = bestAction(item, subject !== null);
  const open = useSignal(pointedAt.value === item.id);
  const raising = useSignal(false);
  const seen = item.acknowledgedAt !== null;
  const words = itemWords(item.reason, item.projectId, item.openedAt, naming.value, edgeNow.value);
  const facts = seen ? `${t('popup.seen')} · ${words.facts}` : words.facts;
  return (
    <Row
      id={item.id}
      glyph={leaving ? 'done' : seen ? 'seen' : GLYPH[item.severity]}
      title={words.title}
      facts={facts}
      wrap
      soft={seen || leaving}
      open={open}
      extra={!leaving && <CapBar item={item} />}
      side={
        leaving ? null : action === 'raise' ? (
          <button
            type="button"
            class="button verb"
            aria-expanded={raising.value}
            onClick={() => (raising.value = !raising.value)}
          >
            {t('verb.raise')}
          </button>
        ) : (
          <Verb item={item} action={action} open={open} />
        )
      }
      detail={<ItemDetail item={item} />}
      below={
        raising.value && subject ? (
          <RaiseEditor item={item} subject={subject} onDone={() => (raising.value = false)} />
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
  action: 'look' | 'open-project' | 'check' | 'acknowledge';
  open: { value: boolean };
}) {
  const project = stored.value?.snapshot?.snapshot.sections.projects.data?.items.find(
    ({ projectId }) => projectId === item.projectId,
  );
  const url = project?.productionUrl ?? project?.previewUrl ?? null;
  if (action === 'open-project' && url !== null) {
    return (
      <a class="button verb" href={url} target="_blank" rel="noreferrer">
        {t('verb.open')}
      </a>
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

function CapBar({ item }: { item: AttentionItem }) {
  const { reason } = item;
  const part =
    reason.kind === 'credit-cap' && reason.spent !== null && reason.limit
      ? reason.spent / reason.limit
      : (reason.kind === 'feature-budget' || reason.kind === 'feature-warning') &&
          reason.used !== null &&
          reason.cap
        ? reason.used / reason.cap
        : null;
  if (part === null || naming.value.screened) return null;
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, part * 100)}%` }} class={item.severity} />
    </span>
  );
}
