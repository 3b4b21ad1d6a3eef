import { useSignal } from '@preact/signals';
import { devLogs, type LogRecord, productionLogs } from '../../../../shared/builder-api/publishing.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { formatClock } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { projectPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { SelectField } from '../../../ui/form.tsx';
import { edgeNow } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { Part } from '../../parts/part.tsx';

const SPANS = { hour: HOUR_MS, day: DAY_MS, threeDays: 3 * DAY_MS } as const;
type Span = keyof typeof SPANS;

type Shown = 'none' | 'development' | 'production';

/** Logs of the server: development as one text, the published app by request. Read on demand. @param first what is read at once */
export function Logs({ projectId, first = 'none' }: { projectId: string; first?: Shown }) {
  const shown = useSignal<Shown>(first);
  if (!mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder')) return null;
  return (
    <Part
      title={t('console.ship.logs')}
      side={
        <span class="verbs">
          {(['development', 'production'] as const).map((which) => (
            <button
              key={which}
              type="button"
              class="button quiet"
              aria-pressed={shown.value === which}
              onClick={() => (shown.value = shown.value === which ? 'none' : which)}
            >
              {t(`console.ship.env.${which}`)}
            </button>
          ))}
        </span>
      }
    >
      {shown.value === 'none' && <p class="meta">{t('console.ship.logsHint')}</p>}
      {shown.value === 'development' && <DevelopmentLogs projectId={projectId} />}
      {shown.value === 'production' && <ProductionLogs projectId={projectId} />}
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
      {({ logs: text }) =>
        text ? <pre class="code">{text}</pre> : <p class="meta">{t('console.ship.noLogs')}</p>
      }
    </Loaded>
  );
}

function ProductionLogs({ projectId }: { projectId: string }) {
  const span = useSignal<Span>('hour');
  const search = useSignal('');
  /** Fixed on request, so that the query does not change while it is in flight. */
  const from = useSignal(edgeNow.peek() - SPANS.hour);
  const query = new URLSearchParams({ from: new Date(from.value).toISOString() });
  if (search.value.trim() !== '') query.set('regexSearch', search.value.trim());
  const logs = useResource({
    path: projectPath(projectId, `/backend/prod/logs?${query}`),
    schema: productionLogs,
    keep: false,
  });
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          const field = new FormData(event.currentTarget).get('search');
          search.value = String(field ?? '');
          from.value = edgeNow.peek() - SPANS[span.value];
        }}
      >
        <SelectField
          label={t('console.ship.logSpan')}
          value={span.value}
          onChoose={(chosen) => (span.value = chosen)}
          options={(Object.keys(SPANS) as Span[]).map((one) => [one, t(`console.ship.span.${one}`)])}
        />
        <label class="field">
          <span class="meta">{t('console.ship.logSearch')}</span>
          <input class="input" name="search" spellcheck={false} />
        </label>
        <button type="submit" class="button">
          {t('console.ship.readLogs')}
        </button>
      </form>
      <Loaded of={logs}>
        {(state) => {
          const records = Array.isArray(state) ? state : (state.records ?? []);
          if (records.length === 0) return <p class="meta">{t('console.ship.noLogs')}</p>;
          return (
            <ol class="log-lines">
              {records.map((record, index) => (
                <LogLine key={index} record={record} />
              ))}
            </ol>
          );
        }}
      </Loaded>
    </>
  );
}

function LogLine({ record }: { record: LogRecord }) {
  const { EventTimestampMs: at, Event, Outcome, WallTimeMs, Logs: printed, Exceptions } = record;
  const failed = (Exceptions ?? []).length > 0 || (Outcome != null && Outcome !== 'ok');
  return (
    <li class={failed ? 'log-line failure' : 'log-line'}>
      <span class="meta">{at == null ? '' : formatClock(at, edgeNow.value)}</span>
      <span class="clip">
        {[Event?.Request?.Method, pathOf(Event?.Request?.URL ?? null), Event?.Response?.Status]
          .filter((part) => part != null && part !== '')
          .join(' ')}{' '}
        <span class="meta">
          {[Outcome, WallTimeMs == null ? null : `${Math.round(WallTimeMs)} ms`].filter(Boolean).join(' · ')}
        </span>
      </span>
      {[
        ...(Exceptions ?? []).map(({ Name, Message }) => `${Name ?? ''}: ${Message ?? ''}`),
        ...(printed ?? []).map(({ Message }) => (Message ?? []).map(asText).join(' ')),
      ].map((text, index) => (
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
