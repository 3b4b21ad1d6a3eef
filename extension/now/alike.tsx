import type { AttentionItem, AttentionKind } from '../../shared/attention/item.ts';
import { KINDS } from '../../shared/attention/kinds/kinds.ts';
import { wordOf } from '../../shared/words/say.ts';
import { sayIn } from '../i18n/attention-words.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/icons.tsx';
import { edgeNow, naming } from '../ui/page-state.ts';
import type { Lingering } from './layout.ts';
import { GLYPH } from './need-row.tsx';
import { ROW_ID, titleId } from './rows.tsx';

/** From so many on, needs of one kind take one line. */
const ALIKE_FROM = 3;
type Needs = Lingering<AttentionItem>[];

/** The needs by line: each alone, or all of one kind, in the place of the first. */
export function gathered(rows: readonly Lingering<AttentionItem>[]): Needs[] {
  const byKind = Map.groupBy(rows, ({ row }) => row.reason.kind);
  return rows.flatMap((need) => {
    const alike = byKind.get(need.row.reason.kind) ?? [];
    const { kind } = need.row.reason;
    if (alike.length < (KINDS[kind].alikeFrom ?? ALIKE_FROM)) return [[need]];
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
  if (projectId !== null) return naming.value.project(projectId);
  return KINDS[reason.kind].whose?.(reason, sayIn(naming.value, edgeNow.value)) ?? '';
}
