import { workPage } from '../../shared/edge-api/work.ts';
import { type JournalEntry, journalPage } from '../../shared/journal/journal.ts';
import { parse } from '../../shared/parse.ts';
import { type ProjectRow, projectsPage } from '../../shared/snapshot/projects-schema.ts';
import type { InstantMs } from '../../shared/time.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import type { MessageName, MessageRequest } from '../messaging/contract.ts';
import { answerKey, type RecordedAnswer, type Recording } from './recording.ts';

/** Responses of the demo account: reads are answered as recorded, everything else is refused. */
export function demoResponse(
  name: MessageName,
  request: unknown,
  { answers }: Recording,
  now: InstantMs,
): Result<unknown> {
  const answer =
    name === 'readEdge' ? answerOf(request as MessageRequest<'readEdge'>, answers, now) : undefined;
  if (answer === undefined) return apiError('refused', 'DEMO_ACCOUNT');
  return 'error' in answer ? { ok: false, error: answer.error } : success({ ...answer, readAt: now });
}

function answerOf(
  read: MessageRequest<'readEdge'>,
  answers: Recording['answers'],
  now: InstantMs,
): RecordedAnswer | undefined {
  const { pathname, searchParams } = new URL(read.path, 'https://demo.invalid');
  if (pathname === '/projects') return { value: projectsOf(answers, searchParams, now) };
  const recorded = answers[answerKey(read)];
  if (recorded !== undefined) return recorded;
  const [, whole] =
    Object.entries(answers).find(([key]) => key === pathname || key.startsWith(`${pathname}?`)) ?? [];
  if (whole === undefined || 'error' in whole) return undefined;
  if (pathname === '/journal') return { value: journalOf(whole.value, searchParams) };
  if (pathname.startsWith('/work/')) return { value: workOf(whole.value, searchParams) };
  // Those of the last hour, whose beginning moves with the clock.
  return pathname.endsWith('/backend/prod/logs') && !searchParams.has('regexSearch') ? whole : undefined;
}

/**
 * Recorded rows, as if read just now: those of the ids; or, as the service finds them, those with the words
 * in an id or a description, and of one group.
 */
function projectsOf(answers: Recording['answers'], query: URLSearchParams, now: InstantMs) {
  const rows = new Map<string, ProjectRow>();
  // Lists come first, and say the order: they were recorded by the alphabet.
  for (const [key, answer] of Object.entries(answers).toReversed()) {
    if (!key.startsWith('/projects?') || 'error' in answer) continue;
    for (const row of parse(projectsPage, answer.value)?.rows ?? []) {
      const before = rows.get(row.projectId);
      const { limits, nearest } = before?.limits.data ? before : row;
      const [listed, days] = [row.listed ?? before?.listed ?? null, row.days ?? before?.days];
      rows.set(row.projectId, { ...row, listed, limits, nearest, days });
    }
  }
  const words = query.get('search')?.toLowerCase() ?? '';
  const group = query.get('groupId');
  const isFound = ({ projectId, listed }: ProjectRow) =>
    listed !== null &&
    [projectId, listed.description].some((text) => text?.toLowerCase().includes(words)) &&
    (group === null || (listed.groupId ?? 'none') === group);
  const ids = query.get('ids')?.split(',');
  const found =
    ids === undefined ? [...rows.values()].filter(isFound) : ids.flatMap((id) => rows.get(id) ?? []);
  return { rows: found.map((row) => readAt(row, now)), total: ids === undefined ? found.length : null };
}

const readAt = ({ state, limits, days, ...row }: ProjectRow, now: InstantMs): ProjectRow => ({
  ...row,
  state: { ...state, readAt: now },
  limits: { ...limits, readAt: now, isOverdue: undefined },
  ...(days && { days: { ...days, readAt: now } }),
});

/** Rows that began before an instant. */
function workOf(value: unknown, query: URLSearchParams) {
  const before = Number.parseFloat(query.get('before') ?? '');
  const page = parse(workPage, value);
  return page && { ...page, rows: page.rows.filter(({ begunAt }) => begunAt < before) };
}

/** What each kind of entry is filtered by. */
const KINDS: Readonly<Record<string, JournalEntry['kind']>> = {
  own: 'call',
  notice: 'told',
  trouble: 'need',
  forecast: 'need',
  import: 'imported',
  refused: 'refused',
};

/** Entries that fit what is asked for, by all that they say. */
function journalOf(value: unknown, query: URLSearchParams) {
  const [project, kind] = [query.get('project'), query.get('kind')];
  const [from, until] = [
    Number(query.get('from') ?? 0),
    Number(query.get('until') ?? Number.MAX_SAFE_INTEGER),
  ];
  const words = (query.get('q') ?? '').toLowerCase().split(' ');
  const isOfKind = (entry: JournalEntry, text: string) =>
    kind === null || KINDS[kind] === entry.kind || text.includes(`"event":"${kind}"`);
  const page = parse(journalPage, value);
  return (
    page && {
      ...{ ...page, next: null },
      entries: page.entries.filter((entry) => {
        const text = JSON.stringify(entry);
        return (
          (project === null || text.includes(`"projectId":"${project}"`)) &&
          isOfKind(entry, text) &&
          (query.get('only') === null || entry.isWrong) &&
          entry.at >= from &&
          entry.at < until &&
          words.every((word) => text.toLowerCase().includes(word))
        );
      }),
    }
  );
}
