import type { AttentionItem, AttentionKind } from '../../shared/attention/item.ts';
import { wordOf } from '../../shared/words/title.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/icons.tsx';
import { naming } from '../ui/page-state.ts';
import type { Lingering } from './layout.ts';
import { GLYPH } from './need-row.tsx';
import { ROW_ID, titleId } from './rows.tsx';

/** From so many on, needs of one kind take one line. */
const ALIKE_FROM = 3;
/** Each of these has a cap of its own to raise, which a line of several can't: they stay rows as long as they fit. */
const RAISABLE_ALIKE_FROM = 10;
const RAISABLE: ReadonlySet<AttentionKind> = new Set([
  'credit-cap',
  'cap-forecast',
  'cap-warning',
  'feature-budget',
  'feature-warning',
]);

type Needs = Lingering<AttentionItem>[];

/** The needs by line: each alone, or all of one kind, in the place of the first. */
export function gathered(rows: readonly Lingering<AttentionItem>[]): Needs[] {
  const byKind = Map.groupBy(rows, ({ row }) => row.reason.kind);
  return rows.flatMap((need) => {
    const alike = byKind.get(need.row.reason.kind) ?? [];
    const { kind } = need.row.reason;
    const from = RAISABLE.has(kind) ? RAISABLE_ALIKE_FROM : ALIKE_FROM;
    if (isAlone(kind) || alike.length < from) return [[need]];
    return alike[0] === need ? [alike] : [];
  });
}

/** The line of needs of one kind: how many, and whose. */
export function AlikeRow({
  items,
  open,
  onToggle,
}: {
  items: readonly AttentionItem[];
  open: boolean;
  onToggle: (kind: AttentionKind) => void;
}) {
  const [worst] = items;
  if (!worst) return null;
  const { kind } = worst.reason;
  const id = `alike-${kind}`;
  const whose = [...new Set(items.map(whoseOf))];
  const toggle = { 'aria-expanded': open, onClick: () => onToggle(kind) };
  return (
    <li class="row" id={ROW_ID + id}>
      <Glyph name={items.every(({ seen }) => seen) ? 'seen' : GLYPH[worst.severity]} />
      <div class="words">
        <Button class="sentence" {...toggle}>
          <strong id={titleId(id)} class="lines">
            {`${t(`topic.${wordOf(kind)}`)} (${formatNumber(items.length)})`}
          </strong>
          {!open && <span class="meta clip">{whose.join(', ')}</span>}
        </Button>
      </div>
      <div class="side">
        <Button class="button verb" aria-describedby={titleId(id)} {...toggle}>
          {t(open ? 'verb.less' : 'verb.look')}
        </Button>
      </div>
    </li>
  );
}

function whoseOf({ projectId, reason }: AttentionItem): string {
  const { project, host, screened } = naming.value;
  if (projectId !== null) return project(projectId);
  switch (reason.kind) {
    case 'delivery-failures':
      return host(reason.host);
    case 'channel-failing':
      return screened ? t('hidden.host') : reason.channel;
    case 'launch-unknown':
      return screened ? t('hidden.project') : reason.name;
    default:
      return '';
  }
}

/** There is never more than one of these, or each has a remedy of its own. */
const ALONE = [
  'access-changed',
  'launch-step',
  'credits-exhausted',
  'webhooks-silent',
  'subscriptions-failing',
  'balance-low',
  'balance-forecast',
] as const satisfies readonly AttentionKind[];

const isAlone = (kind: AttentionKind): kind is (typeof ALONE)[number] =>
  (ALONE as readonly AttentionKind[]).includes(kind);
