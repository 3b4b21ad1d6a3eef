import { useSignal } from '@preact/signals';
import { readRows } from '../../../shared/builder-api/database.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { Confirm, GuardedButton } from '../../ui/confirm.tsx';
import { isReachable } from '../../ui/page-state.ts';
import { Part } from '../part.tsx';
import { projectPath } from '../paths.ts';
import { refreshUnder } from '../resource.ts';
import { CsvButton } from '../rows/csv.tsx';
import { Grid } from '../rows/grid.tsx';
import { columnsOf } from '../rows/row-source.ts';
import { type Environment, mayWrite } from './query.ts';

/** Number of rows rendered; the file has all. */
const DRAWN_ROWS_MAX = 500;

type Outcome =
  | { kind: 'none' }
  | { kind: 'running' }
  | { kind: 'answered'; data: unknown }
  | { kind: 'failed'; error: ApiError; wrote: boolean };

/** A free SQL statement. One that may change something asks for confirmation, and is never resent automatically. */
export function Sql({ projectId, environment }: { projectId: string; environment: Environment }) {
  const sql = useSignal('');
  const asking = useSignal(false);
  const outcome = useSignal<Outcome>({ kind: 'none' });
  const writes = mayWrite(sql.value);
  const run = async () => {
    asking.value = false;
    outcome.value = { kind: 'running' };
    const path = projectPath(projectId, '/database/sql');
    const body = { env: environment, sql: sql.peek() };
    const result = writes
      ? await sendMessage('changeEdge', { method: 'POST', path, body })
      : await sendMessage('readEdge', { path, keep: false, body });
    outcome.value = result.ok
      ? { kind: 'answered', data: result.value.value }
      : { kind: 'failed', error: result.error, wrote: writes };
    if (writes) await refreshUnder(projectPath(projectId, '/database'));
  };
  const start = () => {
    if (outcome.value.kind === 'running' || sql.value.trim() === '' || !isReachable.value) return;
    if (writes) asking.value = true;
    else void run();
  };
  const verb = t(`console.database.run.${environment}`);
  return (
    <Part title={t('console.database.sql')} side={<span class="meta">{t('console.database.sqlNote')}</span>}>
      <textarea
        class="input code-input"
        rows={4}
        spellcheck={false}
        aria-label={t('console.database.sql')}
        value={sql.value}
        onInput={({ currentTarget }) => {
          sql.value = currentTarget.value;
          asking.value = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          start();
        }}
      />
      {asking.value ? (
        <Confirm class="confirm" label={verb} onBack={() => (asking.value = false)}>
          <span class="meta">{t(`console.database.sqlQuestion.${environment}`)}</span>
          <GuardedButton class="button danger" onClick={() => void run()}>
            {verb}
          </GuardedButton>
          <button type="button" class="button quiet" onClick={() => (asking.value = false)}>
            {t('verb.cancel')}
          </button>
        </Confirm>
      ) : (
        <span class="verbs">
          <button
            type="button"
            class="button"
            disabled={sql.value.trim() === '' || outcome.value.kind === 'running' || !isReachable.value}
            onClick={start}
          >
            {verb}
          </button>
          <span class="meta" role="status">
            {outcome.value.kind === 'running' && t('console.loading')}
          </span>
        </span>
      )}
      <Shown outcome={outcome.value} name={`${projectId}-${environment}-sql`} />
    </Part>
  );
}

function Shown({ outcome, name }: { outcome: Outcome; name: string }) {
  if (outcome.kind === 'failed')
    return (
      <div role="alert">
        <p class="failure">{failureWords(outcome.error)}</p>
        {outcome.error.message && <pre class="code">{outcome.error.message}</pre>}
        {outcome.wrote && <p class="meta">{t('console.database.maybeRan')}</p>}
      </div>
    );
  if (outcome.kind !== 'answered') return null;
  const found = readRows(outcome.data);
  if (found === null) return <pre class="code">{JSON.stringify(outcome.data, null, 2)}</pre>;
  const { rows } = found;
  if (rows.length === 0) return <p class="meta">{t('console.database.sqlDone')}</p>;
  const names = columnsOf([], rows);
  const drawn = rows.slice(0, DRAWN_ROWS_MAX);
  return (
    <>
      <Grid label={t('console.database.sql')} names={names} rows={drawn} />
      <p class="spread">
        <span class="meta">
          {drawn.length < rows.length
            ? t('console.database.rowsOf', {
                count: formatNumber(drawn.length),
                total: formatNumber(rows.length),
              })
            : t('console.database.rows', rows.length, { count: formatNumber(rows.length) })}
        </span>
        <CsvButton name={name} names={names} rows={rows} />
      </p>
    </>
  );
}
