import type * as z from 'zod/mini';
import type { accountBalance } from '../../shared/snapshot/snapshot.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';

type Parts = Pick<z.infer<typeof accountBalance>, 'recurrentCredits' | 'oneTimeCredits'>;

/** Monthly and purchased credits of the balance, without those that the service does not report. */
export const balanceParts = ({ recurrentCredits, oneTimeCredits }: Parts, { number }: Naming): string[] => [
  ...(recurrentCredits === null ? [] : [t('balance.monthly', { amount: number(recurrentCredits) })]),
  ...(oneTimeCredits === null ? [] : [t('balance.purchased', { amount: number(oneTimeCredits) })]),
];
