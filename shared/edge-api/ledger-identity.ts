import * as z from 'zod/mini';

/**
 * Whose paid calls an edge records: `ledgerId` is random and made with the edge's storage; `epoch` counts the
 * accounts of the service behind it, from 1.
 */
export const ledgerIdentity = z.object({ ledgerId: z.string(), epoch: z.number() });
export type LedgerIdentity = z.infer<typeof ledgerIdentity>;

/**
 * Header that names the ledger that a request was confirmed for, or asks about. Another ledger refuses it
 * with `EDGE_OTHER_LEDGER`.
 */
export const LEDGER_HEADER = 'ledger';

/** Value of the header. */
export const formatLedger = ({ ledgerId, epoch }: LedgerIdentity): string => `${ledgerId}/${epoch}`;
