import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { placeOf } from '../../now/item-actions.ts';
import { GLYPH } from '../../now/need-row.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { attentionNow } from '../../ui/stored-state.ts';
import { goToPart } from '../parts/arrival.ts';
import { type ProjectTab, projectAddress, viewAddress } from '../parts/routes.ts';
import { needWords } from '../projects/row-state.ts';

const needsOf = (projectId: string) =>
  attentionNow.value.items.filter(
    // The verdict says of a cap more than its item knows.
    (item) => item.projectId === projectId && item.reason.kind !== 'credit-cap' && item.seen === null,
  );

/** The same as the sign of the worst, in a title that has no room for sentences; its words are its name. */
export function ProjectNeedSign({ projectId }: { projectId: string }) {
  const [worst] = needsOf(projectId);
  if (!worst) return null;
  const words = needWords(worst, projectId);
  return (
    <a class="verdict-sign" href={viewAddress('now', worst.id)} title={words} aria-label={words}>
      <Glyph name={GLYPH[worst.severity]} />
    </a>
  );
}

/** The head stays small: it covers what is scrolled. */
const SHOWN_MAX = 2;

/** What of a project needs the user, beside what its verdict says: the signs of its row in the list, each with its reason. */
export function ProjectNeeds({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const items = needsOf(projectId);
  if (items.length === 0) return null;
  return (
    <ul class="project-needs">
      {items.slice(0, SHOWN_MAX).map((item) => {
        const words = needWords(item, projectId);
        const isKeys = item.reason.kind === 'keys-needed';
        // What its limits are dealt with by leads there, and is there already on their own tab.
        const isOfLimits = placeOf(item)?.place === 'limits';
        const verb = t(isKeys ? 'verb.addKeys' : isOfLimits ? 'console.tab.limits' : 'verb.look');
        return (
          <li key={item.id} class="project-need">
            <Glyph name={GLYPH[item.severity]} />
            <span>{words}</span>
            {isKeys ? (
              // The agent's question stands in the conversation, with the fields for its keys.
              <button
                type="button"
                class="button"
                aria-label={verbOf(verb, words)}
                onClick={() => goToPart(projectAddress(projectId), t('console.talk.keys'))}
              >
                {verb}
              </button>
            ) : (
              !(isOfLimits && tab === 'limits') && (
                <a
                  class="button"
                  href={isOfLimits ? projectAddress(projectId, 'limits') : viewAddress('now', item.id)}
                  aria-label={verbOf(verb, words)}
                >
                  {verb}
                </a>
              )
            )}
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
