import { type DataRecord, readRecords } from '../../shared/data-api/records.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';
import { CLOCKS_DIFFER_MS } from './compare.ts';
import type { ImportPass } from './pass.ts';

const PAGE_ROWS = 200;
/** No backend answers fewer records than this to a page that holds more. */
const SMALLEST_PAGE_ROWS = 25;
const CALLS_MAX = 10;

/** Records that were made in a period; not `isWhole` when there are more than are read. */
export interface MadeSince {
  records: readonly DataRecord[];
  isWhole: boolean;
}

/**
 * Reads the records that a table got in a period, in the order of their creation. Each page begins at the
 * time of the last record, so that a deletion meanwhile shifts none out of sight.
 * @returns null when the backend did not answer that
 */
export async function readMadeSince(
  pass: ImportPass,
  since: InstantMs,
  until: InstantMs,
): Promise<MadeSince | null> {
  const found = new Map<string, DataRecord>();
  const answer = (isWhole: boolean) => ({ records: [...found.values()], isWhole });
  const lte = timeOf(until + CLOCKS_DIFFER_MS);
  let gte = timeOf(since - CLOCKS_DIFFER_MS);
  let page = 0;
  for (let calls = 0; calls < CALLS_MAX; calls++) {
    if (!pass.mayAsk) return null;
    const result = await pass.call('queryRecords', {
      parameters: { typeId: pass.table },
      body: JSON.stringify({
        filter: [{ createdAt: { gte, lte } }],
        sort: { createdAt: 1 },
        pagination: { limit: PAGE_ROWS, page },
      }),
    });
    if (result.kind === 'paused') return null;
    if (!result.response.ok) return result.response.failure.isCertain ? answer(false) : null;
    const records = readRecords(result.response.data);
    if (records === null) {
      pass.rest('The data backend answered something that is no list of records.');
      return null;
    }
    for (const record of records) found.set(record._id, record);
    if (records.length < SMALLEST_PAGE_ROWS) return answer(true);
    const last = parseInstant(records.at(-1)?.createdAt ?? null);
    if (last === null) return answer(false);
    if (last > Date.parse(gte)) [gte, page] = [timeOf(last), 0];
    else page += 1;
  }
  return answer(false);
}

/** Whether a record was made in a period, by about; one without a time may have been. Clocks differ. */
export function isMadeWithin({ createdAt }: DataRecord, since: InstantMs, until: InstantMs): boolean {
  const at = parseInstant(createdAt ?? null);
  return at === null || (at >= since - CLOCKS_DIFFER_MS && at <= until + CLOCKS_DIFFER_MS);
}

const timeOf = (at: InstantMs): string => new Date(at).toISOString();
