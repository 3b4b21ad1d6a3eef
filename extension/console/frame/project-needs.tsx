import type { AttentionItem } from '../../../shared/attention/item.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { placeOf, webhookIdOf } from '../../now/item-actions.ts';
import { GLYPH } from '../../now/need-row.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { attentionNow, stored } from '../../ui/stored-state.ts';
import { goToPart } from '../parts/arrival.ts';
import { decoded } from '../parts/escaped-text.ts';
import { type ProjectTab, projectAddress, viewAddress } from '../parts/routes.ts';
import { useVerdict } from '../parts/use-verdict.ts';
import { needWords } from '../projects/row-state.ts';

function useNeeds(projectId: string, tab: ProjectTab): AttentionItem[] {
  const { verdict } = useVerdict(projectId);
  const isNearer = (verdict.kind === 'working' || verdict.kind === 'free') && verdict.atCap !== null;
  return attentionNow.value.items.filter(
    ({ projectId: of, reason, seen }) =>
      of === projectId &&
      seen === null &&
      // The line above the next prompt says it.
      (reason.kind !== 'going-in-circles' || tab !== 'talk') &&
      // The verdict says of a cap more than its item knows.
      reason.kind !== 'credit-cap' &&
      // The forecast stands at the cap itself there, from a newer reading; of a run that does not fit the verdict says more.
      (reason.kind !== 'cap-forecast' ||
        (tab !== 'limits' && !(isNearer && reason.category === 'development'))),
  );
}

/** The same as the sign of the worst, in a title that has no room for sentences; its words are its name. */
export function ProjectNeedSign({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const [worst] = useNeeds(projectId, tab);
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
  const items = useNeeds(projectId, tab);
  if (items.length === 0) return null;
  return (
    <ul class="project-needs">
      {items.slice(0, SHOWN_MAX).map((item) => {
        const words = needWords(item, projectId);
        const way = wayOf(item, projectId, tab);
        return (
          <li key={item.id} class="project-need">
            <Glyph name={GLYPH[item.severity]} />
            <span>{words}</span>
            {item.reason.kind === 'keys-needed' ? (
              // The agent's question stands in the conversation, with the fields for its keys.
              <button
                type="button"
                class="button"
                aria-label={verbOf(t('verb.addKeys'), words)}
                onClick={() => goToPart(projectAddress(projectId), t('console.talk.keys'))}
              >
                {t('verb.addKeys')}
              </button>
            ) : (
              way && (
                <a class="button" href={way.to} aria-label={verbOf(way.verb, words)}>
                  {way.verb}
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

/** Where a need is dealt with; null: on the tab that is open. */
function wayOf(item: AttentionItem, projectId: string, tab: ProjectTab): { verb: string; to: string } | null {
  const { reason } = item;
  if (placeOf(item)?.place === 'limits')
    return tab === 'limits'
      ? null
      : { verb: t('console.tab.limits'), to: projectAddress(projectId, 'limits') };
  if (reason.kind === 'going-in-circles')
    return { verb: t('verb.look'), to: projectAddress(projectId, 'talk') };
  // Its repair stands there: ask the agent, or deploy again.
  if (reason.kind === 'deploy-failed')
    return tab === 'ship' ? null : { verb: t('console.tab.ship'), to: projectAddress(projectId, 'ship') };
  if (reason.kind === 'run-failed' && mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder'))
    return {
      verb: t('verb.fix'),
      to: projectAddress(projectId, 'talk', 'fix-run', decoded(reason.message ?? '')),
    };
  if (reason.kind === 'delivery-failures')
    return {
      verb: t('console.view.webhooks'),
      to: viewAddress('settings', 'webhooks', webhookIdOf(item.id)),
    };
  return { verb: t('verb.look'), to: viewAddress('now', item.id) };
}
