import type { AttentionItem } from '../../../shared/attention/item.ts';
import { webhookIdOf } from '../../../shared/attention/kinds/webhooks.ts';
import { t } from '../../i18n/t.ts';
import { GLYPH, placeOf } from '../../now/need-row.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { attentionNow, mayAct } from '../../ui/stored-state.ts';
import { needWords } from '../pages/projects/row-state.ts';
import { goToPart } from '../parts/arrival.ts';
import { decoded } from '../parts/escaped-text.ts';
import { type ProjectTab, projectAddress, viewAddress } from '../parts/routes.ts';
import { useVerdict } from '../parts/use-verdict.ts';

function useNeeds(projectId: string, tab: ProjectTab): AttentionItem[] {
  const { verdict } = useVerdict(projectId);
  const isNearer = (verdict.kind === 'working' || verdict.kind === 'free') && verdict.atCap !== null;
  return attentionNow.value.items.filter(
    ({ projectId: of, reason, seen }) =>
      of === projectId &&
      seen === null &&
      // The line above the next prompt says it.
      (reason.kind !== 'not-fixed' || tab !== 'talk') &&
      // The verdict says of a cap more than its item knows.
      reason.kind !== 'credit-cap' &&
      // The Limits tab has a newer forecast at the cap; of a run that does not fit, the verdict says more.
      (reason.kind !== 'cap-forecast' ||
        (tab !== 'limits' && !(isNearer && reason.category === 'development'))),
  );
}

/** Sign of the worst need of a project beside its verdict, with all of them in words; leads to the repair. */
export function ProjectNeedSign({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const items = useNeeds(projectId, tab);
  const [worst] = items;
  if (!worst) return null;
  const words = items.map((item) => needWords(item, projectId)).join('\n');
  const way = wayOf(worst, projectId, tab);
  const sign = <Glyph name={GLYPH[worst.severity]} />;
  if (way === null)
    return (
      <span class="verdict-sign" role="img" title={words} aria-label={words}>
        {sign}
      </span>
    );
  return (
    <a
      class="verdict-sign"
      href={way}
      title={words}
      aria-label={words}
      onClick={(event) => {
        if (worst.reason.kind !== 'keys-needed') return;
        // The agent's question stands in the conversation, with the fields for its keys.
        event.preventDefault();
        goToPart(way, t('fact.keysWanted'));
      }}
    >
      {sign}
    </a>
  );
}

/** Where a need is dealt with; null: on the tab that is open. */
function wayOf(item: AttentionItem, projectId: string, tab: ProjectTab): string | null {
  const { reason } = item;
  if (placeOf(item)?.place === 'limits') return tab === 'limits' ? null : projectAddress(projectId, 'limits');
  if (reason.kind === 'not-fixed') return projectAddress(projectId);
  // Its repair stands there: ask the agent, or deploy again.
  if (reason.kind === 'deploy-failed') return tab === 'ship' ? null : projectAddress(projectId, 'ship');
  if (reason.kind === 'keys-needed') return projectAddress(projectId);
  if (reason.kind === 'run-failed' && mayAct('builder'))
    return projectAddress(projectId, 'talk', 'fix-run', decoded(reason.message ?? ''));
  if (reason.kind === 'delivery-failures') return viewAddress('settings', 'webhooks', webhookIdOf(item.id));
  return viewAddress('now', item.id);
}
