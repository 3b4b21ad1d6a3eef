import { formatAgo, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Glyph, type GlyphName } from '../../ui/glyph.tsx';
import { naming } from '../../ui/page-state.ts';
import type { LaunchEntry } from '../launch-entry.ts';
import { type LaunchStatus, launchStatus } from '../launch-status.ts';
import { keyPart } from './key-part.ts';
import { useModel } from './model-context.ts';
import { shown } from './shown.ts';

/** Earlier launches: page, words, cost, outcome. */
export function LaunchList() {
  const entries = useModel().entries.value;
  if (entries.length === 0) return <p class="meta">{t('launch.deskView.noLaunches')}</p>;
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <LaunchRow key={entry.key} entry={entry} />
      ))}
    </ul>
  );
}

const GLYPHS: Record<LaunchStatus['kind'], GlyphName> = {
  launching: 'running',
  launched: 'done',
  refused: 'failed',
  unknown: 'warning',
  absent: 'stopped',
  'not-sent': 'stopped',
};

function LaunchRow({ entry }: { entry: LaunchEntry }) {
  const model = useModel();
  const status = launchStatus(entry);
  const { draft } = entry;
  const { screened } = naming.value;
  return (
    <li class="entry-row">
      <Glyph name={GLYPHS[status.kind]} />
      <button type="button" class="entry" onClick={() => model.follow(entry)} disabled={!hasCourse(status)}>
        <strong class="clip">
          {status.kind === 'launched' ? naming.value.project(status.projectId) : shown(draft.name)}
        </strong>
        <span class="meta two-lines">{factsOf(entry, status, model.deps.now())}</span>
        {!screened && (
          <span class="meta clip" title={draft.words}>
            {draft.words}
          </span>
        )}
        {draft.reference && !screened && (
          <span class="meta clip" title={draft.reference.url}>
            {draft.reference.title}
          </span>
        )}
      </button>
      <div class="side">
        <button type="button" class="button" onClick={() => void model.again(entry)}>
          {t('launch.deskView.useAgain')}
        </button>
      </div>
    </li>
  );
}

function hasCourse({ kind }: LaunchStatus): boolean {
  return kind === 'launching' || kind === 'launched' || kind === 'unknown';
}

function factsOf(entry: LaunchEntry, status: LaunchStatus, nowMs: number): string {
  const { outcome } = entry;
  const how = outcome
    ? t(`launch.deskView.outcome.${outcome.phase}`)
    : t(`launch.deskView.status.${keyPart(status.kind)}`);
  const spent = outcome?.creditsSpent ?? null;
  const cost =
    spent === null || naming.value.screened
      ? null
      : t('launch.deskView.cost', spent, { credits: formatNumber(spent) });
  return [how, cost, formatAgo(entry.confirmedAt, nowMs)].filter(Boolean).join(' · ');
}
