import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { AnyOperation } from '../../../../shared/catalogues/address.ts';
import type { AnyOperationName } from '../../../../shared/catalogues/listed.ts';
import {
  AS_JSON,
  type FormField,
  type FormProblem,
  type FormRequest,
  formOf,
  requestOf,
  textsOf,
} from '../../../../shared/catalogues/request-form.ts';
import type { ApiError } from '../../../edge-client/api-error.ts';
import { away } from '../../../ui/page-state.ts';
import { writeMode } from '../../grid/write-mode.ts';
import { useFormDraft } from '../../parts/form-draft.tsx';
import { type Answer, deletedName, isDraftPrivate, onlyReads, send, writePlaceOf } from './send.ts';

export type Outcome =
  | { kind: 'none' }
  /** The question before it, by its name or because visitors see it. */
  | { kind: 'asked'; request: FormRequest }
  | { kind: 'running' }
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: ApiError; mayHaveHappened: boolean };

export type OfOperation = { name: AnyOperationName; operation: AnyOperation; projectId: string };

/** What is entered for an operation, the request that it makes, and how that went. */
export function useRun({ name, operation, projectId }: OfOperation) {
  const all = useMemo(() => formOf(operation), [operation]);
  const drawn = all.filter(({ id }) => id !== 'path.projectId');
  const texted = [...drawn.filter(({ kind }) => kind !== 'file'), AS_JSON].map(({ id }) => id);
  const empty = Object.fromEntries(texted.map((id) => [id, '']));
  const form = useFormDraft<Record<string, string>>(
    `operation ${name} ${projectId}`,
    empty,
    isDraftPrivate(name, operation) ? 'memory' : 'disk',
  );
  const file = useSignal<File | null>(null);
  const isTried = useSignal(false);
  const outcome: Signal<Outcome> = useSignal<Outcome>({ kind: 'none' });
  const box = useRef<HTMLFormElement>(null);
  const texts: Readonly<Record<string, string>> = {
    ...form.fields.value,
    ...{ 'path.projectId': projectId, file: file.value?.name ?? '' },
  };
  const read = requestOf(operation, all, texts);
  const request = read.ok ? read.request : null;
  const place = request && writePlaceOf(operation, request);
  const mode = place && writeMode(projectId, place);
  const isJson = Boolean(texts.json);
  const fields = isJson ? [...drawn.filter(({ id }) => id.startsWith('path.')), AS_JSON] : drawn;

  const run = async (made: FormRequest) => {
    outcome.value = { kind: 'running' };
    mode?.touch();
    const sent = await send(operation, made, file.peek());
    const mayHaveHappened = !onlyReads(operation, made);
    if (!sent.ok) mode?.noteError(sent.error);
    else if (mayHaveHappened) form.forget();
    outcome.value = sent.ok
      ? { kind: 'answered', answer: sent.answer }
      : { kind: 'failed', error: sent.error, mayHaveHappened };
    showProblem();
  };
  const showProblem = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  /** Asks before what deletes and what changes production; shows what is wrong where nothing can be sent. */
  const start = () => {
    isTried.value = true;
    if (request === null) return void showProblem();
    if (outcome.value.kind === 'running' || away.value || (mode && !mode.on.value)) return;
    const isAsked = deletedName(operation, request) !== null || (place !== null && place !== 'development');
    if (isAsked) outcome.value = { kind: 'asked', request };
    else void run(request);
  };
  /** The same request as JSON, or as fields again where they can express it. */
  const turn = () => {
    const { query, body = {} } = request ?? { query: {} };
    const both = { ...(operation.query && { query }), ...(operation.body && { body }) };
    if (!isJson) return form.edit({ json: JSON.stringify(both, null, 2) });
    form.edit({ ...empty, ...(request && textsOf(operation, drawn, request)) });
  };
  const problems = isTried.value && !read.ok ? read.problems : refusedAt(outcome.value, fields);
  return {
    fields,
    form,
    file,
    box,
    outcome,
    texts,
    request,
    place,
    mode,
    isJson,
    problems,
    run,
    start,
    turn,
  };
}

/** The field that a refusal of the edge or the service is about, where it names one. */
function refusedAt(outcome: Outcome, fields: readonly FormField[]): FormProblem[] {
  if (outcome.kind !== 'failed' || outcome.error.field === undefined) return [];
  const { code, message, field: path } = outcome.error;
  const first = path.split('.')[0];
  const field =
    fields.find(({ name }) => name === first) ?? fields.find(({ id }) => /^(?:body|json)$/.test(id));
  return field ? [{ field: field.id, kind: 'schema', code: code ?? '', words: message ?? code ?? '' }] : [];
}
