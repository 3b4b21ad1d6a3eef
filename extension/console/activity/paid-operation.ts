import { t } from '../../i18n/t.ts';

/** Operations that use credits and that the console offers, with their names in the table of fixed prices. */
const PRICE_NAMES = {
  startAgent: null,
  deploy: 'CREATE_DEPLOYMENT',
  startServer: 'START_SERVER',
  rebuild: 'REBUILD_PROJECT',
  recoverVersion: 'RECOVER_VERSION',
  setDomain: 'ADD_CUSTOM_DOMAIN',
  createProject: 'CREATE_PROJECT',
} as const satisfies Record<string, string | null>;
type Known = keyof typeof PRICE_NAMES;

const knownAs = (operation: string): Known | null =>
  Object.hasOwn(PRICE_NAMES, operation) ? (operation as Known) : null;

/** What was paid for, in words; the operation's own name where it is another. */
export function paidOperationWords(operation: string): string {
  const known = knownAs(operation);
  return known ? t(`console.activity.paid.${known}`) : operation;
}

/** Its name in the table of fixed prices; null where it costs by use, or its price is not known here. */
export function priceNameOf(operation: string): string | null {
  const known = knownAs(operation);
  return known && PRICE_NAMES[known];
}
