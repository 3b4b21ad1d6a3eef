import type { Row } from '../../../../../shared/builder-api/database.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { cellText } from '../../../grid/values.ts';

const VALUES_MAX = 3;
const LENGTH_MAX = 120;

/** A record in a few words: its first values. Null: it has none. */
export function summaryOf(record: Row): string | null {
  const texts = Object.entries(record)
    .filter(([name]) => !name.startsWith('_') && !/At$/.test(name))
    .map(([, value]) => cellText(value))
    .filter((text) => text !== '');
  return texts.length === 0 ? null : isolated(texts.slice(0, VALUES_MAX).join(' · ').slice(0, LENGTH_MAX));
}
