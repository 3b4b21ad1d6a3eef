import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type DatabaseTable, readCount, readRows } from '../../../../../../shared/builder-api/database.ts';
import { areReadings, mayWrite, unknownWordIn } from '../../../../../../shared/builder-api/statement.ts';
import { type ApiError, IN_DOUBT } from '../../../../../edge-client/api-error.ts';
import { failureWords } from '../../../../../i18n/failure-words.ts';
import { formatNumber } from '../../../../../i18n/format.ts';
import { isolated } from '../../../../../i18n/naming.ts';
import { t } from '../../../../../i18n/t.ts';
import { sendMessage } from '../../../../../messaging/client.ts';
import { allDatabaseOf, projectPath } from '../../../../../reads/paths.ts';
import { refreshUnder } from '../../../../../reads/resource.ts';
import { Button } from '../../../../../ui/button.tsx';
import { verbOf } from '../../../../../ui/confirm.tsx';
import { ConfirmTyped } from '../../../../../ui/confirm-typed.tsx';
import { away, isReachable } from '../../../../../ui/page-state.ts';
import { EditSwitch } from '../../../../grid/edit-switch.tsx';
import { RawValue } from '../../../../grid/long-text.tsx';
import { ResultGrid } from '../../../../grid/result-grid.tsx';
import { briefText } from '../../../../grid/values.ts';
import { writeMode } from '../../../../grid/write-mode.ts';
import { Discard, useFormDraft } from '../../../../parts/form-draft.tsx';
import { Part } from '../../../../parts/part.tsx';
import { changedRows, type Effect, type Environment, effectOf, firstRowsOf, flagsOf } from './query.ts';
import { statementField, stepped, useStatements } from './statements.ts';

type Outcome =
  | { kind: 'none' }
  | { kind: 'running' }
  | { kind: 'answered'; of: string; data: unknown; wrote: boolean }
  | { kind: 'failed'; of: string; error: ApiError; wrote: boolean };

/** What a statement would do. `rows` null: they were not counted; undefined: being counted. */
type Foreseen = Pick<Effect, 'kind' | 'table'> & { rows: number | null | undefined };

/**
 * Free SQL statement. One that may change something needs write mode and a confirmation, one that deletes
 * rows also the name of their table; none is ever resent automatically.
 */
export function Sql({
  projectId,
  environment,
  tables,
}: {
  projectId: string;
  environment: Environment;
  tables: readonly DatabaseTable[];
}) {
  const form = useFormDraft(statementField(projectId, environment), { sql: '' }, 'memory');
  const { sql } = form.fields.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const isConfirming = useSignal(false);
  const foreseen = useSignal<Foreseen | null>(null);
  const outcome = useSignal<Outcome>({ kind: 'none' });
  const mode = writeMode(projectId, environment);
  const path = projectPath(projectId, '/database/sql');
  const { earlier, note } = useStatements(projectId, environment);
  const isEmpty = sql.trim() === '';
  const writes = mayWrite(sql);
  const unknown = writes ? unknownWordIn(sql) : null;
  // What begins like a reading statement but for one letter is no other one.
  const isMistyped = unknown !== null && !unknown.isCall && unknown.meant !== null;
  const isOpen = !isMistyped && (!writes || mode.on.value);
  /** Nothing that was typed is lost. */
  const put = (next: string) => {
    note(form.fields.peek().sql);
    form.edit({ sql: next });
    isConfirming.value = false;
    field.current?.focus();
  };
  const run = async () => {
    isConfirming.value = false;
    outcome.value = { kind: 'running' };
    const { sql: of } = form.fields.peek();
    const body = { env: environment, sql: of };
    if (writes) mode.touch();
    note(of);
    const result = writes
      ? await sendMessage('changeEdge', { method: 'POST', path, body })
      : await sendMessage('readEdge', { path, keep: false, body });
    if (!result.ok) mode.noteError(result.error);
    outcome.value = result.ok
      ? { kind: 'answered', of, data: result.value.value, wrote: writes }
      : { kind: 'failed', of, error: result.error, wrote: writes && IN_DOUBT.has(result.error.kind) };
    if (writes) await refreshUnder(allDatabaseOf(projectId));
  };
  const ask = async () => {
    isConfirming.value = true;
    const found = effectOf(form.fields.peek().sql);
    const asked: Foreseen | null = found && { kind: found.kind, table: found.table, rows: undefined };
    foreseen.value = asked;
    if (found === null || asked === null) return;
    const counted =
      found.count === null || mayWrite(found.count)
        ? null
        : await sendMessage('readEdge', { path, keep: false, body: { env: environment, sql: found.count } });
    if (isConfirming.peek() && foreseen.peek() === asked)
      foreseen.value = { ...asked, rows: counted?.ok ? readCount(counted.value.value) : null };
  };
  const start = () => {
    if (outcome.value.kind === 'running' || isEmpty || !isOpen || !isReachable.value) return;
    void (writes ? ask() : run());
  };
  const verb = t(`console.database.run.${environment}`);
  const { value: effect } = foreseen;
  const isDeletion = effect?.kind === 'delete';
  return (
    <Part title={t('console.database.sql')}>
      <div class="sql-field">
        <textarea
          ref={field}
          class="input code-input"
          rows={7}
          spellcheck={false}
          aria-label={t('console.database.sql')}
          placeholder={t('console.database.sqlExample', { sql: firstRowsOf(tables[0]?.name ?? 'table') })}
          value={sql}
          onInput={({ currentTarget }) => {
            form.edit({ sql: currentTarget.value });
            isConfirming.value = false;
          }}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
            const to = by && !sql.includes('\n') ? stepped(earlier.value, sql, by) : null;
            if (to !== null) {
              event.preventDefault();
              form.edit({ sql: to });
              isConfirming.value = false;
            }
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            start();
          }}
        />
        {tables.length > 0 && <Columns tables={tables} onChoose={(name) => put(firstRowsOf(name))} />}
      </div>
      {isConfirming.value ? (
        <ConfirmTyped
          verb={verb}
          question={isDeletion && t('console.database.sqlTypeTable', { table: isolated(effect.table) })}
          names={isDeletion ? [effect.table] : []}
          off={effect !== null && effect?.rows === undefined && t('status.loading')}
          onSure={() => void run()}
          onBack={() => (isConfirming.value = false)}
        >
          {effect && <strong>{foreseenWords(effect)}</strong>}
          <span class="meta">{t(`console.database.sqlQuestion.${environment}`)}</span>
        </ConfirmTyped>
      ) : (
        <span class="verbs">
          <Button
            class={environment === 'production' && writes && !isEmpty ? 'button danger' : 'button'}
            off={((isEmpty || !isOpen) && t('status.incomplete')) || away.value}
            busy={outcome.value.kind === 'running'}
            onClick={start}
          >
            {verb}
          </Button>
          <span class="meta" role="status">
            {outcome.value.kind === 'running' && t('status.loading')}
            {outcome.value.kind !== 'running' &&
              !isEmpty &&
              !isOpen &&
              !isMistyped &&
              t('status.needsEditing')}
          </span>
          {writes && !isEmpty && !isMistyped && <EditSwitch mode={mode} place={environment} />}
          <Discard of={form} />
          {earlier.value.length > 0 && <Earlier of={earlier.value} onChoose={put} />}
        </span>
      )}
      {writes && areReadings(sql) && <p class="meta">{t('console.database.sqlSeveral')}</p>}
      {unknown && (
        <p class="meta" role="status">
          {t(unknown.isCall ? 'console.database.sqlUnknownCall' : 'console.database.sqlUnknownStart', {
            word: isolated(unknown.word),
          })}{' '}
          {unknown.meant !== null && (
            <Button
              onClick={() => {
                form.edit({
                  sql: sql.replace(new RegExp(`\\b${unknown.word}\\b`, 'i'), unknown.meant ?? ''),
                });
                field.current?.focus();
              }}
            >
              {t('console.database.sqlMeant', { word: unknown.meant })}
            </Button>
          )}
        </p>
      )}
      {'of' in outcome.value && outcome.value.of !== sql && (
        <p class="meta quoted-value" role="status">
          {t('console.database.resultOf', { sql: isolated(outcome.value.of) })}
        </p>
      )}
      <Shown outcome={outcome.value} name={`${projectId}-${environment}-sql`} tables={tables} />
    </Part>
  );
}

/** Lists each table, which puts the statement for its first rows into the field, and its columns. */
function Columns({
  tables,
  onChoose,
}: {
  tables: readonly DatabaseTable[];
  onChoose: (table: string) => void;
}) {
  return (
    <ul class="sql-tables" aria-label={t('console.database.tables')}>
      {tables.map(({ name, columns }) => (
        <li key={name}>
          <Button
            class="link"
            title={t('console.database.sqlFirstRows')}
            aria-label={verbOf(t('console.database.sqlFirstRows'), isolated(name))}
            onClick={() => onChoose(name)}
          >
            {isolated(name)}
          </Button>{' '}
          <span class="meta">{columns.map((column) => isolated(column.name)).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

/** Statements of this session, to be put into the field again. */
function Earlier({ of, onChoose }: { of: readonly string[]; onChoose: (sql: string) => void }) {
  return (
    <select
      class="chip-select"
      aria-label={t('console.database.sqlEarlier')}
      value=""
      onChange={({ currentTarget }) => {
        const chosen = of[Number(currentTarget.value)];
        currentTarget.value = '';
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      <option value="">{t('console.database.sqlEarlier')}</option>
      {of.map((sql, index) => (
        <option key={sql} value={index}>
          {isolated(briefText(sql))}
        </option>
      ))}
    </select>
  );
}

function foreseenWords({ kind, rows }: Foreseen): string {
  if (rows === undefined) return t('status.loading');
  const isDeletion = kind === 'delete';
  if (rows === null)
    return t(isDeletion ? 'console.database.sqlNotCounted' : 'console.database.sqlChangesNotCounted');
  const count = { count: formatNumber(rows) };
  return isDeletion
    ? t('console.database.sqlDeletes', rows, count)
    : t('console.database.sqlChanges', rows, count);
}

function Shown({
  outcome,
  name,
  tables,
}: {
  outcome: Outcome;
  name: string;
  tables: readonly DatabaseTable[];
}) {
  if (outcome.kind === 'failed')
    return (
      <div role="alert">
        <p class="failure">{failureWords(outcome.error)}</p>
        {outcome.wrote && <p class="meta">{t('console.inDoubt')}</p>}
      </div>
    );
  if (outcome.kind !== 'answered') return null;
  if (outcome.wrote) return <Written data={outcome.data} name={name} />;
  return (
    <ResultGrid
      label={t('console.database.sql')}
      fileName={name}
      response={outcome.data}
      none={t('console.database.sqlNoRows')}
      flags={flagsOf(tables, outcome.of)}
    />
  );
}

/** What a statement that may have changed something did, and its rows: some such statements only read. */
function Written({ data, name }: { data: unknown; name: string }) {
  const changed = changedRows(data);
  const rows = readRows(data)?.rows ?? null;
  return (
    <>
      {(changed || rows === null || rows.length === 0) && (
        <p class="meta" role="status">
          {changed === null ? t('console.database.sqlRan') : t('console.database.sqlChanged', changed)}
        </p>
      )}
      {rows === null
        ? changed === null && <RawValue value={data} />
        : rows.length > 0 && (
            <ResultGrid label={t('console.database.sql')} fileName={name} response={data} none="" />
          )}
    </>
  );
}
