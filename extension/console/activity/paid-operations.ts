import type { QualifiedDataName } from '../../../shared/data-api/catalogue.ts';
import { isPriced } from '../../../shared/spending/price.ts';
import { t } from '../../i18n/t.ts';

const DATA_WORDS: Partial<Readonly<Record<QualifiedDataName, () => string>>> = {
  'data.scanDocument': () => t('console.activity.paid.scan'),
  'data.scanInvoice': () => t('console.activity.paid.scan'),
  'data.ocrImage': () => t('console.activity.paid.readText'),
  'data.ocrPdf': () => t('console.activity.paid.readText'),
  'data.generatePdf': () => t('console.activity.paid.makePdf'),
  'data.createChatCompletion': () => t('console.activity.paid.askModel'),
  'data.createImage': () => t('console.activity.paid.makeImage'),
};

/** A paid operation in words; others by their own name. */
export function paidOperationWords(operation: string): string {
  if (operation === 'launch' || operation === 'startAgent') return t(`console.activity.paid.${operation}`);
  if (isPriced(operation) && operation !== 'launchProject') return t(`console.activity.paid.${operation}`);
  return DATA_WORDS[operation as QualifiedDataName]?.() ?? operation;
}
