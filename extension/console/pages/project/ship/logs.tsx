import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { devLogs, type LogRecord, productionLogs } from '../../../../../shared/builder-api/publishing.ts';
import { deployPhaseOf } from '../../../../../shared/endings/deploy-ending.ts';
import { DAY_MS, HOUR_MS, parseInstant } from '../../../../../shared/time.ts';
import { formatAgo, formatClock, formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { onSent, SelectField } from '../../../../ui/form.tsx';
import { browserNow, edgeNow } from '../../../../ui/page-state.ts';
import { mayAct } from '../../../../ui/stored-state.ts';
import { Part } from '../../../parts/part.tsx';
import { useDeployment } from './deployment.tsx';

const SPANS = { hour: HOUR_MS, day: DAY_MS, threeDays: 3 * DAY_MS } as const;
type Span = keyof typeof SPANS;

export type ShownLog = 'none' | 'development' | 'production';

/** Logs of the server: development as one text, the published app by request. Read on demand. */
export function Logs({
  projectId,
  shown,
  onShow,
}: {
  projectId: string;
  shown: ShownLog;
  onShow: (shown: ShownLog) => void;
}) {
  if (!mayAct('builder')) return null;
  return (
    <Part
      title={t('fact.logs')}
      summary=""
      isOpen={shown !== 'none'}
      side={
        <span class="verbs">
          {(['development', 'production'] as const).map((which) => (
            <Button
              quiet
              key={which}
              aria-pressed={shown === which}
              onClick={() => onShow(shown === which ? 'none' : which)}
            >
              {t(`environment.${which}`)}
            </Button>
          ))}
        </span>
      }
    >
      {shown === 'development' && <DevelopmentLogs projectId={projectId} />}
      {shown === 'production' && <OfDeployed projectId={projectId} />}
    </Part>
  );
}

function DevelopmentLogs({ projectId }: { projectId: string }) {
  const logs = useResource({
    path: projectPath(projectId, '/backend/dev/logs'),
    schema: devLogs,
    keep: false,
  });
  return (
    <Loaded of={logs}>
      {({ logs: text }, state) => (
        <>
          <p class="verbs">
            <Button onClick={() => void logs.refresh()}>{t('verb.readAgain')}</Button>
            <span class="meta">{state.kind === 'shown' && readWords(state)}</span>
          </p>
          {text ? <pre class="code">{withClocks(text)}</pre> : <p class="meta">{t('status.nothingFound')}</p>}
        </>
      )}
    </Loaded>
  );
}

/** The time at which a line begins, in the form of all times here; what the app itself printed stays. */
const withClocks = (text: string): string =>
  text.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z/gm, (time) => {
    const at = parseInstant(time);
    return at === null ? time : formatClock(at, edgeNow.peek());
  });

/** What is not deployed logs nothing in production: asking for it would be refused. */
function OfDeployed({ projectId }: { projectId: string }) {
  const state = useDeployment(projectId).state.value;
  if (state.kind === 'loading') return <p class="meta">{t('status.loading')}</p>;
  if (state.kind === 'shown' && deployPhaseOf(state.value.status) === 'never')
    return <p class="meta">{t('console.ship.never')}</p>;
  return (
    <>
      {state.kind === 'shown' && deployPhaseOf(state.value.status) === 'deploying' && (
        <p class="meta">{t('console.ship.logsMeanwhile')}</p>
      )}
      <ProductionLogs projectId={projectId} />
    </>
  );
}

function ProductionLogs({ projectId }: { projectId: string }) {
  const span = useSignal<Span>('hour');
  const typed = useSignal('');
  /** Fixed on request, so that the query does not change while it is in flight. */
  const asked = useSignal(questionOf(span.value, ''));
  const problem = useSignal('');
  const { from, search } = asked.value;
  const query = new URLSearchParams({ from: new Date(from).toISOString() });
  if (search !== '') query.set('regexSearch', search);
  const logs = useResource({
    path: `${projectPath(projectId, '/backend/prod/logs')}?${query}`,
    schema: productionLogs,
    keep: false,
  });
  // What was found stays until the next is read.
  const last = useRef(logs);
  if (logs.state.value.kind !== 'loading') last.current = logs;
  const isSame = asked.value.span === span.value && search === typed.value.trim();
  return (
    <>
      <form
        class="inline-form"
        onSubmit={onSent(() => {
          problem.value = problemOf(typed.value.trim());
          if (problem.value === '') asked.value = questionOf(span.value, typed.value.trim());
        })}
      >
        <SelectField
          label={t('console.ship.logSpan')}
          value={span.value}
          onChoose={(chosen) => (span.value = chosen)}
          options={(Object.keys(SPANS) as Span[]).map((one) => [one, t(`console.ship.span.${one}`)])}
        />
        <label class="field">
          <span class="meta">{t('console.ship.logSearch')}</span>
          <input
            class="input"
            spellcheck={false}
            value={typed.value}
            aria-invalid={problem.value !== ''}
            aria-describedby="log-problem"
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
              problem.value = '';
            }}
          />
        </label>
        <Button type="submit">{t(isSame ? 'verb.readAgain' : 'console.ship.readLogs')}</Button>
      </form>
      <p class="meta failure" id="log-problem" role="alert" hidden={problem.value === ''}>
        {problem.value}
      </p>
      <Loaded of={last.current}>
        {(value, state) => {
          const records = newestFirst(Array.isArray(value) ? value : (value.records ?? []));
          return (
            <>
              <p class="meta">
                {logs !== last.current
                  ? t('status.loading')
                  : formatFacts(
                      records.length > 0 && t('count.entries', records.length),
                      state.kind === 'shown' && readWords(state),
                    )}
              </p>
              {records.length === 0 ? (
                <p class="meta">{t('status.nothingFound')}</p>
              ) : (
                <ol class="log-lines">
                  {records.map((record, index) => (
                    <LogLine key={index} record={record} />
                  ))}
                </ol>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const questionOf = (span: Span, search: string) => ({
  span,
  search,
  from: edgeNow.peek() - SPANS[span],
});

/** What keeps a pattern from being searched for; empty if nothing does. */
function problemOf(pattern: string): string {
  try {
    new RegExp(pattern);
    return '';
  } catch (error) {
    const why =
      String((error as Error).message)
        .split(': ')
        .at(-1) ?? '';
    return t('console.ship.logPattern', { why: isolated(why) });
  }
}

const readWords = ({ isRefreshing, readAt }: { isRefreshing: boolean; readAt: number }): string =>
  isRefreshing ? t('status.loading') : t('status.read', { ago: formatAgo(readAt, browserNow.value) });

/** The service states no order. Those without a time are last. */
const newestFirst = (records: readonly LogRecord[]): LogRecord[] =>
  records.toSorted((one, other) => (other.EventTimestampMs ?? 0) - (one.EventTimestampMs ?? 0));

function LogLine({ record }: { record: LogRecord }) {
  const { EventTimestampMs: at, Event, Outcome, WallTimeMs, Logs: printed, Exceptions } = record;
  const request = [Event?.Request?.Method, pathOf(Event?.Request?.URL ?? null), Event?.Response?.Status]
    .filter((part) => part != null && part !== '')
    .join(' ');
  const texts = [
    ...(Exceptions ?? []).map(({ Name, Message }) => `${Name ?? ''}: ${Message ?? ''}`),
    ...(printed ?? []).map(({ Message }) => (Message ?? []).map(asText).join(' ')),
  ].filter((text) => text !== '');
  // One of another shape is shown as it came.
  if (request === '' && texts.length === 0) texts.push(asText(record));
  const failed = (Exceptions ?? []).length > 0 || (Outcome != null && Outcome !== 'ok');
  return (
    <li class={failed ? 'log-line failure' : 'log-line'}>
      <span class="meta">{at == null ? '' : formatClock(at, edgeNow.value)}</span>
      <span class="clip">
        {request}{' '}
        <span class="meta">
          {formatFacts(Outcome, WallTimeMs == null ? null : `${Math.round(WallTimeMs)} ms`)}
        </span>
      </span>
      {texts.map((text, index) => (
        <span key={index} class="code">
          {isolated(text)}
        </span>
      ))}
    </li>
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const pathOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).pathname : (address ?? '');
