import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { GLYPH } from '../../now/need-row.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { attentionNow } from '../../ui/stored-state.ts';
import { viewAddress } from '../parts/routes.ts';
import { needWords } from '../projects/row-state.ts';

/** The head stays small: it covers what is scrolled. */
const SHOWN_MAX = 2;

/** What of a project needs the user, beside what its verdict says: the signs of its row in the list, each with its reason. */
export function ProjectNeeds({ projectId }: { projectId: string }) {
  const items = attentionNow.value.items.filter(
    // The verdict says of a cap more than its item knows.
    (item) => item.projectId === projectId && item.reason.kind !== 'credit-cap' && item.seen === null,
  );
  if (items.length === 0) return null;
  return (
    <ul class="project-needs">
      {items.slice(0, SHOWN_MAX).map((item) => {
        const words = needWords(item, projectId);
        return (
          <li key={item.id} class="project-need">
            <Glyph name={GLYPH[item.severity]} />
            <span>{words}</span>
            <a class="button" href={viewAddress('now', item.id)} aria-label={verbOf(t('verb.look'), words)}>
              {t('verb.look')}
            </a>
          </li>
        );
      })}
      {items.length > SHOWN_MAX && (
        <li>
          <a class="link" href={viewAddress('now')}>
            {t('popup.more', items.length - SHOWN_MAX, { count: formatNumber(items.length - SHOWN_MAX) })}
          </a>
        </li>
      )}
    </ul>
  );
}
