import { t } from '../../i18n/t.ts';

/** Operations that use credits and are available in the console, with their names in the price list. */
const PRICE_NAMES = {
  startAgent: null,
  deploy: 'CREATE_DEPLOYMENT',
  startServer: 'START_SERVER',
  rebuild: 'REBUILD_PROJECT',
  recoverVersion: 'RECOVER_VERSION',
  setDomain: 'ADD_CUSTOM_DOMAIN',
  createProject: 'CREATE_PROJECT',
  uploadFile: 'UPLOAD_FILE',
} as const satisfies Record<string, string | null>;
type Known = keyof typeof PRICE_NAMES;

const knownAs = (operation: string): Known | null =>
  Object.hasOwn(PRICE_NAMES, operation) ? (operation as Known) : null;

/** A paid operation in words; others by their own name. */
export function paidOperationWords(operation: string): string {
  const known = knownAs(operation);
  return known ? t(`console.activity.paid.${known}`) : operation;
}

/** Its name in the price list; null when it is charged by use, or its price is unknown. */
export function priceNameOf(operation: string): string | null {
  const known = knownAs(operation);
  return known && PRICE_NAMES[known];
}
