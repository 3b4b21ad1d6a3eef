import type { QualifiedDataName } from '../../../../shared/data-api/catalogue.ts';
import { isPriced, PRICE_NAMES } from '../../../../shared/spending/price.ts';
import { t } from '../../../i18n/t.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { naming } from '../../../ui/page-state.ts';

const DATA_WORDS: Partial<Readonly<Record<QualifiedDataName, () => string>>> = {
  'data.scanDocument': () => t('console.import.kind.scan'),
  'data.scanInvoice': () => t('console.import.kind.scan'),
  'data.ocrImage': () => t('console.activity.paid.readText'),
  'data.ocrPdf': () => t('console.activity.paid.readText'),
  'data.generatePdf': () => t('console.tools.pdf'),
  'data.createChatCompletion': () => t('console.activity.paid.askModel'),
  'data.createImage': () => t('console.activity.paid.makeImage'),
};

/** What this browser paid for, after the project's name. */
export function ownCallWords({ about, state }: StoredPaidCall): string {
  const { operation, projectId, isRestart } = about;
  const name = naming.value.project(projectId);
  const words = isRestart ? t('console.activity.paid.restartServer') : paidOperationWords(operation);
  const named = { name, operation: words };
  return state === 'refused' ? t('console.activity.ownRefused', named) : t('console.activity.ownLine', named);
}

/** A paid operation in words; others by their own name. */
export function paidOperationWords(operation: string): string {
  if (operation === 'launch') return t('console.view.launch');
  if (operation === 'startAgent') return t('fact.prompt');
  if (isPriced(operation)) return t(`console.account.priced.${PRICE_NAMES[operation]}`);
  return DATA_WORDS[operation as QualifiedDataName]?.() ?? operation;
}

const OF_SHIP: ReadonlySet<string> = new Set([
  'deploy',
  'startServer',
  'rebuild',
  'recoverVersion',
  'setDomain',
]);

/** Where the console shows what a paid operation changes. */
export function tabOfPaid(operation: string): 'talk' | 'ship' | 'data' {
  if (operation.startsWith('data.')) return 'data';
  return OF_SHIP.has(operation) ? 'ship' : 'talk';
}
