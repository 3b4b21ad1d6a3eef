import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import { insertRow, type Schema } from '../object/database.ts';

export const ledgerIdentitySchema: Schema = {
  startAnew: ['UPDATE ledger_identity SET epoch = epoch + 1'],
  tables: ['CREATE TABLE ledger_identity (ledger_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL) WITHOUT ROWID'],
};

/** Reads the identity of this object's ledger; makes it in a new object. */
export function readLedgerIdentity(sql: SqlStorage): LedgerIdentity {
  const [row] = sql.exec<{ ledger_id: string; epoch: number }>('SELECT * FROM ledger_identity');
  if (row) return { ledgerId: row.ledger_id, epoch: row.epoch };
  const made: LedgerIdentity = { ledgerId: crypto.randomUUID(), epoch: 1 };
  insertRow(sql, 'ledger_identity', { ledger_id: made.ledgerId, epoch: made.epoch });
  return made;
}
