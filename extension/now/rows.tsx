import type { ComponentChildren } from 'preact';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Glyph, type GlyphName, Icon } from '../ui/icons.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { naming } from '../ui/page-state.ts';
import { useBeside, useRowOpen } from './beside.ts';

type RowProps = {
  id: string;
  glyph: GlyphName;
  progress?: number | undefined;
  title: string;
  /** The row's project; adds a link to its page. */
  projectId?: string | null;
  facts: string;
  /** At the right: an action, or times. */
  side?: ComponentChildren;
  /** Below the facts, always visible. */
  extra?: ComponentChildren;
  /** Exact facts and secondary actions, when expanded. */
  detail?: ComponentChildren;
  /** A form opened by the action. */
  below?: ComponentChildren;
  /** Whether its facts stand in its detail alone, and under the pointer. */
  isBrief?: boolean;
  soft?: boolean;
  wrap?: boolean;
  open?: { value: boolean };
  /** Whether a form is open in its detail. */
  isKept?: boolean;
};

/** Ids of rows begin so. */
export const ROW_ID = 'row-';
export const BESIDE_ID = 'now-detail';

/** The element with a row's title: it describes the row's verb, which is named alike in every row. */
export const titleId = (rowId: string): string => `title-${idref(rowId)}`;

/** Ids that others refer to are listed with spaces between. */
const idref = (rowId: string): string => rowId.replace(/\s/g, '_');

/** A row of any list: icon, title, facts, one action; expands to exact facts. */
export function Row(props: RowProps) {
  const own = useRowOpen(props.id);
  const open = props.open ?? own;
  const beside = useBeside(props, open.value, props.isKept === true);
  const detailId = beside ? BESIDE_ID : `detail-${idref(props.id)}`;
  return (
    <li
      class={props.soft ? 'row soft' : 'row'}
      id={ROW_ID + props.id}
      data-project={props.projectId ?? undefined}
    >
      <Glyph name={props.glyph} {...(props.progress === undefined ? {} : { progress: props.progress })} />
      <div class="words">
        <Button
          class="sentence"
          {...(beside ? { 'aria-current': open.value } : { 'aria-expanded': open.value })}
          aria-controls={detailId}
          title={props.isBrief ? props.facts : undefined}
          onFocus={() => {
            if (beside) open.value = true;
          }}
          onClick={() => (open.value = !open.value)}
        >
          <strong id={titleId(props.id)} class={props.wrap ? 'lines' : 'clip'}>
            {props.title}
          </strong>
          {(!props.isBrief || (open.value && !beside)) && (
            <span class={props.wrap ? 'meta lines' : 'meta clip'}>{props.facts}</span>
          )}
        </Button>
        {props.extra}
      </div>
      {props.side && <div class="side">{props.side}</div>}
      {props.projectId && <ToProject projectId={props.projectId} />}
      {props.below && <div class="below">{props.below}</div>}
      {open.value && !beside && (
        <div class="row-detail" id={detailId}>
          {props.detail}
        </div>
      )}
    </li>
  );
}

/** Link to the project's page; hidden while the screen is shared, because a link's address shows the id. */
function ToProject({ projectId }: { projectId: string }) {
  if (naming.value.screened) return null;
  const name = t('verb.toConsole', { name: naming.value.project(projectId) });
  return (
    <ConsoleLink
      class="to-project"
      to={consoleAddress('projects', projectId, 'talk')}
      aria-label={name}
      title={name}
    >
      <Icon name="forward" />
    </ConsoleLink>
  );
}

/** A titled list. Callers omit empty ones. */
export function Section({
  title,
  count,
  children,
  ...hold
}: {
  title: string;
  count?: number;
  children: ComponentChildren;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
}) {
  return (
    <section aria-label={title} {...hold}>
      <h2>
        {title}
        {count ? <span>{formatNumber(count)}</span> : null}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

/** The last row of a shortened list. @param hidden number of rows left; @param onShow expands it in place */
export function MoreRow({ hidden, onShow }: { hidden: number; onShow: () => void }) {
  return (
    <li class="more">
      <Button quiet onClick={onShow}>
        {t('count.more', hidden)}
      </Button>
    </li>
  );
}

/** Moves the focus, when the focused element was removed, to an item's row with Undo, else to its row. */
export function focusRow(id: string | undefined): void {
  const row = document.getElementById(`row-undo-${id}`) ?? document.getElementById(`row-${id}`);
  row?.querySelector<HTMLElement>('.sentence')?.focus();
}

/** Whether the focus is in a row. */
export const isFocused = (id: string): boolean =>
  document.getElementById(ROW_ID + id)?.contains(document.activeElement) ?? false;

/** Whether the focus is in what is beside the lists. */
export const isBesideFocused = (): boolean =>
  document.getElementById(BESIDE_ID)?.contains(document.activeElement) ?? false;

/** Moves the focus to what repairs the chosen row, beside the lists. */
export const focusRepair = (): void =>
  document.querySelector<HTMLElement>(`#${BESIDE_ID} > :not([hidden]) .primary`)?.focus();
