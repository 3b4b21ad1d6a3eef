import { isPriced } from '../../../shared/spending/price.ts';
import { t } from '../../i18n/t.ts';

/** A paid operation in words; others by their own name. */
export function paidOperationWords(operation: string): string {
  if (operation === 'launch' || operation === 'startAgent') return t(`console.activity.paid.${operation}`);
  return isPriced(operation) && operation !== 'launchProject'
    ? t(`console.activity.paid.${operation}`)
    : operation;
}
