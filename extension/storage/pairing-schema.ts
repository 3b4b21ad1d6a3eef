import * as z from 'zod/mini';
import { ledgerIdentity } from '../../shared/edge-api/ledger-identity.ts';

/** A `ConfirmedFor`, in a message or in what is stored. */
export const confirmedFor = z.object({ edge: z.string(), ...ledgerIdentity.shape });
