import type { PaidOperationName } from '../../../../shared/catalogues/paid.ts';
import { PRICE_NAMES, type PricedOperation } from '../../../../shared/spending/price.ts';
import { serviceWord } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { naming } from '../../../ui/page-state.ts';

const priced = (operation: PricedOperation) => () => serviceWord(PRICE_NAMES[operation], 'priced');
const scan = () => t('source.scan');
const readText = () => t('console.activity.paid.readText');

/** What each paid operation is called, and where the console shows what it changes. */
const PAID: Record<PaidOperationName, { words: () => string; tab: 'talk' | 'ship' | 'data' }> = {
  launchProject: { words: priced('launchProject'), tab: 'talk' },
  createProject: { words: priced('createProject'), tab: 'talk' },
  startAgent: { words: () => t('fact.prompt'), tab: 'talk' },
  uploadFile: { words: priced('uploadFile'), tab: 'talk' },
  deploy: { words: priced('deploy'), tab: 'ship' },
  startServer: { words: priced('startServer'), tab: 'ship' },
  rebuild: { words: priced('rebuild'), tab: 'ship' },
  recoverVersion: { words: priced('recoverVersion'), tab: 'ship' },
  setDomain: { words: priced('setDomain'), tab: 'ship' },
  'data.scanDocument': { words: scan, tab: 'data' },
  'data.scanInvoice': { words: scan, tab: 'data' },
  'data.ocrImage': { words: readText, tab: 'data' },
  'data.ocrPdf': { words: readText, tab: 'data' },
  'data.generatePdf': { words: () => t('console.tools.pdf'), tab: 'data' },
  'data.createChatCompletion': { words: () => t('console.activity.paid.askModel'), tab: 'data' },
  'data.createImage': { words: () => t('console.activity.paid.makeImage'), tab: 'data' },
};
/** Stored calls and events name operations of other builds too. */
const paid = (operation: string) =>
  Object.hasOwn(PAID, operation) ? PAID[operation as PaidOperationName] : null;

/** What this browser paid for, after the project's name. */
export function ownCallWords({ about, state }: StoredPaidCall): string {
  const { operation, projectId, isRestart } = about;
  const name = naming.value.project(projectId);
  const words = isRestart ? t('console.activity.paid.restartServer') : paidOperationWords(operation);
  const named = { name, operation: words };
  return state === 'refused' ? t('console.activity.ownRefused', named) : t('console.activity.ownLine', named);
}

/** A paid operation in words; others by their own name. */
export const paidOperationWords = (operation: string): string =>
  operation === 'launch' ? t('view.launch') : (paid(operation)?.words() ?? operation);

/** Where the console shows what a paid operation changes. */
export const tabOfPaid = (operation: string) => paid(operation)?.tab ?? 'talk';
