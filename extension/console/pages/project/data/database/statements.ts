import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { parse } from '../../../../../../shared/parse.ts';
import { readFormDraft, writeFormDraft } from '../../../../../storage/form-drafts.ts';
import type { Environment } from './query.ts';

/** Statements that are kept of one database. */
const KEPT_MAX = 20;

const statements = z.array(z.string());

/** Id of the draft of the field that statements are typed in. */
export const statementField = (projectId: string, environment: Environment): string =>
  `sql ${projectId} ${environment}`;

/**
 * Statements run, or typed and replaced, newest first, until the browser closes: they may hold users' values.
 */
export function useStatements(
  projectId: string,
  environment: Environment,
): { earlier: ReadonlySignal<readonly string[]>; note: (sql: string) => void } {
  const id = `statements ${projectId} ${environment}`;
  const earlier = useSignal<readonly string[]>([]);
  useEffect(() => {
    void readStatements(id).then((kept) => (earlier.value = kept));
  }, [id]);
  const note = (sql: string) => {
    earlier.value = withStatement(earlier.peek(), sql);
    const at = Date.now();
    const draft = { fields: { list: JSON.stringify(earlier.peek()) }, base: {}, at };
    // Where there is no room for them, they last as long as the page.
    void writeFormDraft(id, draft, at, 'memory').catch(() => undefined);
  };
  return { earlier, note };
}

const withStatement = (earlier: readonly string[], sql: string): readonly string[] =>
  sql.trim() === '' ? earlier : [sql, ...earlier.filter((one) => one !== sql)].slice(0, KEPT_MAX);

async function readStatements(id: string): Promise<readonly string[]> {
  const kept = await readFormDraft(id, 'memory');
  if (kept === null || kept === 'unreadable') return [];
  try {
    return parse(statements, JSON.parse(String(kept.fields.list ?? 'null'))) ?? [];
  } catch {
    return [];
  }
}

/** Statement before (1) or after (-1) the field's, which may be empty; null: leave the field as it is. */
export function stepped(earlier: readonly string[], typed: string, by: 1 | -1): string | null {
  const at = earlier.indexOf(typed);
  if (at < 0 && typed !== '') return null;
  const to = at + by;
  return to < -1 ? null : to === -1 ? '' : (earlier[to] ?? null);
}
