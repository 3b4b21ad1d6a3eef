import { openItems } from '../../shared/attention/open-items.ts';
import { readAtOf } from '../connection/standing.ts';
import { formatAge } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Glyph } from '../ui/glyph.tsx';
import { browserNow, standingNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';

/** "Nothing needs you", said once, with its age, and only when that is known. */
export function Calm() {
  const state = stored.value;
  if (!state?.snapshot || openItems(state.attention).length > 0) return null;
  const standing = standingNow.value;
  if (standing.is !== 'fine') return null;
  const projects = state.snapshot.snapshot.sections.projects.data;
  const none = projects !== null && projects.items.length === 0;
  return (
    <div class="calm">
      <Glyph name={none ? 'seen' : 'done'} />
      <div>
        <strong>{none ? t('popup.noProjects') : t('popup.nothing')}</strong>
        <span class="meta">
          {none
            ? t('popup.noProjectsFacts')
            : t('popup.nothingFacts', { ago: formatAge(readAtOf(state, standing) ?? 0, browserNow.value) })}
        </span>
      </div>
    </div>
  );
}
