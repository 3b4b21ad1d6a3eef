import type { Severity } from '../../../shared/attention/item.ts';
import { openItems } from '../../../shared/attention/open-items.ts';
import { itemWords } from '../../i18n/attention-words.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { runningWork } from '../../now/work-view.ts';
import { Glyph, type GlyphName } from '../../ui/icons.tsx';
import { edgeNow, naming, workNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';

const GLYPH: Record<Severity, GlyphName> = { critical: 'critical', warning: 'warning', note: 'note' };

/** A project's name in a list with what it needs or does, as far as that was read. */
export function ProjectState({ projectId, name }: { projectId: string; name: string }) {
  const state = stored.value;
  const item = state && openItems(state.attention).find((one) => one.projectId === projectId);
  const work = runningWork(state?.snapshot?.snapshot ?? null, workNow.value).find(
    (one) => one.projectId === projectId,
  );
  if (item) {
    const { facts } = itemWords(item.reason, projectId, item.openedAt, naming.value, edgeNow.value);
    return <Line glyph={GLYPH[item.severity]} name={name} facts={facts} />;
  }
  if (work) {
    const doing = work.doing && !naming.value.screened ? isolated(work.doing) : t('runs.working');
    return <Line glyph="running" name={name} facts={doing} />;
  }
  return <strong class="clip">{name}</strong>;
}

function Line({ glyph, name, facts }: { glyph: GlyphName; name: string; facts: string }) {
  return (
    <>
      <Glyph name={glyph} />
      <span class="list-words">
        <strong class="clip">{name}</strong>
        <span class="meta clip">{facts}</span>
      </span>
    </>
  );
}
