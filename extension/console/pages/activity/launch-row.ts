import { launchPrice } from '../../../../shared/spending/price.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { launchStatus } from '../../../launch/history.ts';
import { keyPart, LAUNCH_SIGN, refusedWords } from '../../../launch/ui/launch-words.ts';
import { type LaunchEntry, projectOf } from '../../../storage/launches.ts';
import { circumstancesNow } from '../../../ui/building.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { mask, naming } from '../../../ui/page-state.ts';
import { engineNow, exactPrice, pricesNow, priceWords } from '../../../ui/priced-button.tsx';
import { paidOperationWords } from './paid-operations.ts';

/** The sign of a launch of this browser; how its first run ended is said by its own event. */
export function launchSign(launch: LaunchEntry): GlyphName {
  const { kind } = launchStatus(launch);
  return kind === 'launched' ? 'seen' : LAUNCH_SIGN[kind];
}

/**
 * A launch of this browser: the project that it created or meant, its words and outcome, and the listed price of what was created.
 * The credits of `numbers` are null while nothing is known of them.
 */
export function launchFacts(launch: LaunchEntry) {
  const { draft } = launch;
  const projectId = projectOf(launch);
  const status = launchStatus(launch);
  const named = {
    name: projectId === null ? mask(draft.name) : naming.value.project(projectId),
    operation: paidOperationWords('launch'),
  };
  const words = naming.value.screened ? null : isolated(draft.words);
  const row = { title: t('console.activity.ownLine', named), words, numbers: NO_COST, projectId };
  switch (status.kind) {
    case 'launched': {
      const price = launchedPrice(launch, status.projectId);
      const numbers = { cost: priceWords(price), credits: exactPrice(price) };
      return { ...row, outcome: t('console.activity.accepted'), numbers };
    }
    case 'refused': {
      const outcome = refusedWords(status.refusal, circumstancesNow.value);
      return { ...row, title: t('console.activity.ownRefused', named), outcome, numbers: FREE };
    }
    case 'absent':
    case 'not-sent':
      return { ...row, outcome: t(`launchStatus.${keyPart(status.kind)}`), numbers: FREE };
    default:
      return { ...row, outcome: t(`launchStatus.${keyPart(status.kind)}`) };
  }
}

const NO_COST = { cost: '', credits: null };
const FREE = { cost: '', credits: 0 };

/** By the list of the engine that it was launched with, or else of the one that its project is read to have. */
function launchedPrice({ draft: { attachments, settings } }: LaunchEntry, projectId: string) {
  const uploads = attachments.filter(({ source }) => source.kind === 'file').length;
  const engine = settings.engine === 'account' ? engineNow(projectId) : settings.engine;
  return launchPrice(uploads, engine, pricesNow());
}
