import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Table, TableProperty } from '../../../../../shared/data-api/records.ts';
import type { WatchRequest } from '../../../../../shared/data-api/watches.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { readFormDrafts } from '../../../../storage/form-drafts.ts';
import { Button } from '../../../../ui/button.tsx';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { away } from '../../../../ui/page-state.ts';
import type { Condition } from '../../../grid/row-source.ts';
import { Discard, useFormDraft } from '../../../parts/form-draft.tsx';
import { ChangeStatus } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { filterOf } from './filter.ts';
import { filterWords } from './filter-words.ts';

const LABEL_MAX = 80;

/** Properties that fit in a notification: those written in one line. */
const isTellable = ({ propertyType }: TableProperty): boolean =>
  ['string', 'number', 'date', 'options', 'boolean'].includes(propertyType);

type Kind = WatchRequest['kind'];
const KINDS = ['records', 'count'] as const satisfies readonly Kind[];

const draftId = (projectId: string, table: Table, kind: Kind): string =>
  `watch ${projectId} ${table.type} ${kind}`;

/** Creates a watch of the current list: each new record is announced, or their number is pinned to the project. */
export function NewWatch({
  projectId,
  table,
  where,
  onBegun,
}: {
  projectId: string;
  table: Table;
  where: readonly Condition[];
  /** Called when one was begun earlier. */
  onBegun: () => void;
}) {
  const open = useSignal<Kind | null>(null);
  useEffect(() => {
    // One that was begun is shown again.
    void readFormDrafts('memory').then((drafts) => {
      const begun = KINDS.find((kind) => draftId(projectId, table, kind) in drafts);
      if (begun === undefined) return;
      open.value ??= begun;
      onBegun();
    });
  }, []);
  const made = useSignal<Kind | null>(null);
  const show = (kind: Kind) => {
    made.value = null;
    open.value = open.value === kind ? null : kind;
  };
  return (
    <div class="watch-this">
      <span class="verbs">
        {KINDS.map((kind) => (
          <Button quiet key={kind} aria-expanded={open.value === kind} onClick={() => show(kind)}>
            {t(`console.watches.make.${kind}`)}
          </Button>
        ))}
        {made.value && (
          <span class="meta" role="status">
            {t(`console.watches.made.${made.value}`)}{' '}
            <a href={projectAddress(projectId, 'data', 'watches')}>{t('console.data.section.watches')}</a>
          </span>
        )}
      </span>
      {open.value && (
        <Form
          key={open.value}
          kind={open.value}
          projectId={projectId}
          table={table}
          where={where}
          onMade={(kind) => {
            open.value = null;
            made.value = kind;
          }}
        />
      )}
    </div>
  );
}

function Form({
  kind,
  projectId,
  table,
  where,
  onMade,
}: {
  kind: Kind;
  projectId: string;
  table: Table;
  where: readonly Condition[];
  onMade: (kind: Kind) => void;
}) {
  const filter = filterOf(where, table.properties);
  const suggested = [table.label, filterWords(filter, table)].filter(Boolean).join(', ').slice(0, LABEL_MAX);
  const form = useFormDraft(
    draftId(projectId, table, kind),
    // Its id is made when it is first changed or sent: a repetition after a lost response updates the same watch.
    { id: '', label: suggested, property: '', within: '' },
    'memory',
  );
  const { label, property, within } = form.fields.value;
  const edit = (part: Partial<Record<'label' | 'property' | 'within', string>>) =>
    form.edit({ id: form.fields.peek().id || crypto.randomUUID(), ...part });
  const change = useChange();
  const save = async (event: Event) => {
    event.preventDefault();
    const place = {
      projectId,
      table: table.type,
      ...(filter.length > 0 && { filter }),
      label: label.trim(),
    };
    const request: WatchRequest =
      kind === 'records'
        ? { kind, ...place, ...(property !== '' && { property }) }
        : { kind, ...place, ...(within === 'day' && { within: 'day', timeZone: zone() }) };
    edit({});
    const path = `/watches/${form.fields.peek().id}`;
    const result = await change.send({ method: 'PUT', path, body: request }, ['/watches']);
    if (!result.ok) return;
    form.reset({ id: '', label: suggested, property: '', within: '' });
    onMade(kind);
  };
  return (
    <form class="inline-form" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('fact.name')}
        required
        maxLength={LABEL_MAX}
        value={label}
        onText={(text) => edit({ label: text })}
      />
      {kind === 'records' ? (
        <SelectField
          label={t('console.watches.property')}
          value={property}
          onChoose={(chosen) => edit({ property: chosen })}
          none={t('console.watches.noProperty')}
          options={table.properties
            .filter(isTellable)
            .map((one) => [one.name, isolated(one.label || one.name)])}
        />
      ) : (
        <SelectField
          label={t('console.watches.within')}
          value={within}
          onChoose={(chosen) => edit({ within: chosen })}
          none={t('console.watches.ofAll')}
          options={[['day', t('console.watches.ofToday')]]}
        />
      )}
      <Button
        type="submit"
        primary
        off={(label.trim() === '' && t('console.incomplete')) || away.value}
        busy={change.state.value.kind === 'sending'}
      >
        {t('verb.save')}
      </Button>
      <Discard of={form} />
      <ChangeStatus state={change.state.value} />
      <p class="meta watch-means">
        {filter.length > 0 && `${t('console.watches.onlyWhere', { filter: filterWords(filter, table) })} `}
        {t(kind === 'records' ? 'console.watches.recordsMeans' : 'console.watches.countMeans')}
      </p>
    </form>
  );
}

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
