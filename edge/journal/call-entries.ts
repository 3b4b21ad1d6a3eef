import type { JournalEntry } from '../../shared/journal/journal.ts';
import type { LaunchRecord } from '../../shared/snapshot/launches.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { PaidRow } from '../paid-calls/ledger.ts';
import { type Asked, type Cursor, isSifted, mayBeAsked, NOTHING, narrowedTo, type Source } from './asked.ts';

const PAGE = 50;
const SIFTED_MAX = 200;
/** As long as they are kept whole. */
const SINCE_MS = 30 * DAY_MS;

type Call = PaidRow & { number: number; prompt?: string | null; price_credits?: number };
type Latest = (
  span: { since: InstantMs; below: number; limit: number },
  which: { where: string; values: readonly SqlStorageValue[]; isTold: string },
) => { row: Call; record: LaunchRecord }[];

/** Where a table of paid calls has their project, and their words. */
export const OF_SERVICE = {
  project: "iif(operation = 'launchProject', project_id, requested_project_id)",
  text: "concat_ws(' ', operation, requested_project_id, label, prompt)",
  // What a call began is told by its row of work; a launch made a project as well.
  isTold: "(operation <> 'launchProject' AND EXISTS (SELECT 1 FROM work WHERE call_key = launches.key))",
};
export const OF_DATA = {
  project: 'requested_project_id',
  text: "concat_ws(' ', operation, requested_project_id)",
  isTold: '0',
};

/** Paid calls of one table that nothing else tells, of whichever browser. */
export function callEntries(
  asked: Asked,
  below: Cursor | null,
  { project, text, isTold }: typeof OF_DATA,
  latest: Latest,
  nameOf: (deviceId: string) => string | null,
): Source {
  const { kind, event } = narrowedTo(asked.query);
  if (asked.role === 'viewer' || event !== null || (kind !== null && kind !== 'own' && kind !== 'refused'))
    return NOTHING;
  const { where, values } = mayBeAsked(asked, text, project);
  const size = isSifted(asked.query) ? SIFTED_MAX : PAGE;
  const ofKind = {
    own: 'device_id = ?',
    refused: "state = 'refused' AND substr(refusal ->> 'code', 1, 5) = ?",
  };
  const first = Number(below?.[0] ?? Number.MAX_SAFE_INTEGER);
  const calls = latest(
    { since: asked.now - SINCE_MS, below: first, limit: size + 1 },
    {
      where: kind === null ? where : `${where} AND ${ofKind[kind]}`,
      values: kind === null ? values : [...values, kind === 'own' ? asked.deviceId : 'EDGE_'],
      isTold,
    },
  );
  const entryOf = ({ row, record }: (typeof calls)[number]): JournalEntry => ({
    ...{ kind: 'call', id: `own ${record.key}`, at: record.createdAt, record },
    isWrong: record.state === 'refused' || record.state === 'unknown',
    own: row.device_id === asked.deviceId,
    by: nameOf(row.device_id),
    words: row.prompt ?? null,
    credits: row.price_credits ?? null,
  });
  return {
    items: calls.slice(0, size).map((call) => ({
      at: call.record.createdAt,
      cursor: [call.row.number, 0],
      entry: () => entryOf(call),
    })),
    isCut: calls.length > size,
  };
}
