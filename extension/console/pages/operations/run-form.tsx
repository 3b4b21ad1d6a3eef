import { useLayoutEffect, useRef } from 'preact/hooks';
import { type AnyOperation, isOfData } from '../../../../shared/catalogues/address.ts';
import type { FormField, FormRequest } from '../../../../shared/catalogues/request-form.ts';
import { recordOperations } from '../../../../shared/data-api/record-operations.ts';
import { readTables } from '../../../../shared/data-api/records.ts';
import { IN_DOUBT } from '../../../edge-client/api-error.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { useOperation } from '../../../reads/use-operation.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/confirm.tsx';
import { ConfirmTyped } from '../../../ui/confirm-typed.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { away } from '../../../ui/page-state.ts';
import { PUBLISHED } from '../../../ui/published.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { EditSwitch } from '../../grid/edit-switch.tsx';
import { Discard } from '../../parts/form-draft.tsx';
import { projectAddress } from '../../parts/routes.ts';
import { nextPage } from './answer.ts';
import { curlOf } from './curl.ts';
import { OperationField } from './form-field.tsx';
import { isPaidHere, PaidRun } from './paid-run.tsx';
import { Result } from './result.tsx';
import { deletedName } from './send.ts';
import { type OfOperation, useRun } from './use-run.ts';

/** Form of an operation and its answer; before both, what an app without its data key needs first. */
export function RunForm(props: OfOperation) {
  const { operation, projectId } = props;
  const { value: structure } = useOperation(
    recordOperations.getDataStructure,
    isOfData(operation) ? { projectId } : null,
  ).state;
  if (structure.kind === 'failed' && structure.error.code === 'EDGE_DATA_KEY_MISSING')
    return (
      <div class="operation-form">
        <span>{failureWords(structure.error)}</span>
        {mayAct('owner') && (
          <a class="button primary" data-arrive href={projectAddress(projectId, 'data', 'key')}>
            {t('console.operations.enterKey')}
          </a>
        )}
      </div>
    );
  const tables = structure.kind === 'shown' ? readTables(structure.value) : [];
  const known = { types: tables.map(({ type }) => type), ids: tables.map(({ id }) => id) };
  return <Form of={props} known={known} />;
}

/** What is known to be entered in a field: names and ids of tables. */
type Known = { types: readonly string[]; ids: readonly string[] };
const TYPES: ReadonlySet<string> = new Set(['typeId', 'type', 'tableName', 'tableNameToGetResults']);

function knownOf({ id, name }: FormField, operation: AnyOperation, known: Known): readonly string[] | null {
  if (name === 'env') return ['development', 'production'];
  if (!isOfData(operation)) return null;
  if (TYPES.has(name)) return known.types;
  return name === 'tableId' || id === 'query.table' || id === 'query.id' ? known.ids : null;
}

function Form({ of, known }: { of: OfOperation; known: Known }) {
  const { name, operation, projectId } = of;
  const { form, file, outcome, texts, request, place, mode, problems, ...made } = useRun(of);
  const isPaid = isPaidHere(operation);
  const start = (event: Event) => {
    event.preventDefault();
    if (!isPaid) made.start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, shiftKey, repeat } = event;
    if (key !== 'Enter' || repeat || !(target instanceof HTMLTextAreaElement)) return;
    // In a text of one line Enter runs, as in any field.
    const isLine = target.rows === 1 && !target.value.includes('\n') && !shiftKey;
    if (ctrlKey || metaKey || isLine) start(event);
  };
  return (
    <>
      <form ref={made.box} class="operation-form" onSubmit={start} onKeyDown={onKeyDown}>
        {made.fields.map((field) => (
          <OperationField
            key={field.id}
            of={field}
            value={texts[field.id] ?? ''}
            suggestions={knownOf(field, operation, known)}
            problem={problems.find((one) => one.field === field.id)}
            onText={(text) => form.edit({ [field.id]: text })}
            onFile={(chosen) => {
              file.value = chosen;
              if (texts['query.fileName'] === '') form.edit({ 'query.fileName': chosen.name });
            }}
          />
        ))}
        {outcome.value.kind === 'asked' ? (
          <Asked
            of={of}
            request={outcome.value.request}
            onSure={made.run}
            onBack={() => (outcome.value = { kind: 'none' })}
          />
        ) : (
          <div class="verbs">
            {isPaid ? (
              <PaidRun
                of={{ name, operation, projectId }}
                request={request}
                isAnswered={outcome.value.kind === 'answered'}
                onAnswer={(answer) =>
                  (outcome.value = answer
                    ? { kind: 'answered', answer: { ...answer, total: null, status: null, tookMs: null } }
                    : { kind: 'none' })
                }
              />
            ) : (
              <>
                <Button
                  type="submit"
                  primary
                  busy={outcome.value.kind === 'running'}
                  off={away.value ?? (mode && !mode.on.value && t('status.needsEditing'))}
                >
                  {t('console.operations.run')}
                </Button>
                {mode && place && <EditSwitch mode={mode} place={place} />}
                <CopyCurl operation={operation} request={request} fileName={file.value?.name ?? null} />
              </>
            )}
            {(operation.query ?? operation.body) && (
              <Button quiet onClick={made.turn}>
                {t(made.isJson ? 'console.operations.asFields' : 'console.operations.asJson')}
              </Button>
            )}
            <Discard of={form} />
          </div>
        )}
      </form>
      {problems.length === 0 && <Outcomes of={of} outcome={outcome} run={made.run} />}
    </>
  );
}

/** Copies the command that makes the same call from a terminal. */
function CopyCurl(given: { operation: AnyOperation; request: FormRequest | null; fileName: string | null }) {
  const { operation, request, fileName } = given;
  const edge = stored.value?.connection?.edge ?? '';
  return (
    <span role="status">
      <CopyButton
        quiet
        label={t('console.operations.copyCurl')}
        off={request === null && t('status.incomplete')}
        text={() => (request ? curlOf(edge, operation, request, fileName) : '')}
      >
        {t('console.operations.curlNeeds', { token: 'PILOT_LIGHT_TOKEN' })}{' '}
        {PUBLISHED.source !== null && (
          <a class="link" href={`${PUBLISHED.source}/blob/HEAD/docs/api.md`} target="_blank" rel="noreferrer">
            docs/api.md
          </a>
        )}
      </CopyButton>
    </span>
  );
}

/** The question before a deletion, by its name, and before a change of what visitors see. */
function Asked({
  of: { operation },
  request,
  onSure,
  onBack,
}: {
  of: OfOperation;
  request: FormRequest;
  onSure: (request: FormRequest) => void;
  onBack: () => void;
}) {
  const deleted = deletedName(operation, request);
  const common = { verb: t('console.operations.run'), onSure: () => onSure(request), onBack };
  const what = <strong lang="en">{operation.does}</strong>;
  return deleted === null ? (
    <Question {...common} label={operation.does} look="primary">
      {what}
      <span class="meta">{t('console.operations.production')}</span>
    </Question>
  ) : (
    <ConfirmTyped
      {...common}
      question={t('console.operations.typeName', { name: isolated(deleted) })}
      names={[deleted]}
    >
      {what}
    </ConfirmTyped>
  );
}

/** Answer of a call, or its failure. Scrolls into sight if a long form leaves it no room; else stays. */
function Outcomes({
  of: { name, operation },
  outcome: { value },
  run,
}: { of: OfOperation } & Pick<ReturnType<typeof useRun>, 'outcome' | 'run'>) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    if (top > innerHeight / 2) box.current?.scrollIntoView({ block: 'nearest' });
  }, [value]);
  switch (value.kind) {
    case 'none':
    case 'asked':
      return null;
    case 'running':
      return (
        <p class="operation-result meta" role="status">
          {t('status.loading')}
        </p>
      );
    case 'failed':
      return (
        <section ref={box} class="operation-result" role="alert">
          <span class="failure">{failureWords(value.error)}</span>{' '}
          {value.mayHaveHappened && IN_DOUBT.has(value.error.kind) && (
            <span class="meta">{t('console.inDoubt')}</span>
          )}
        </section>
      );
    case 'answered': {
      const next = nextPage(operation, value.answer.request, value.answer);
      return <Result at={box} label={name} answer={value.answer} onNext={next && (() => void run(next))} />;
    }
  }
}
