import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { CAP_FIELD } from '../../../../../../shared/builder-api/limits.ts';
import { creditLimitsRecord } from '../../../../../../shared/builder-api/limits-schema.ts';
import {
  type GuardKind,
  type GuardRequest,
  guardTrial,
  raisedCap,
} from '../../../../../../shared/edge-api/guards.ts';
import { effectiveLimit, ownersCap } from '../../../../../../shared/spending/effective-limit.ts';
import { formatNumber } from '../../../../../i18n/format.ts';
import { t } from '../../../../../i18n/t.ts';
import { guardsPath, projectPath } from '../../../../../reads/paths.ts';
import { useResource } from '../../../../../reads/resource.ts';
import { capOverrideOf } from '../../../../../ui/building.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Checkbox, onEscape, onSent, SelectField } from '../../../../../ui/form.tsx';
import { LimitInput, limitIn, limitProblem } from '../../../../../ui/limit-input.tsx';
import { edgeNow } from '../../../../../ui/page-state.ts';
import { AMOUNTS, type GuardFields, guardOf } from '../../../../kit/guard-form.ts';
import { guardCovers, trialWords } from '../../../../kit/guard-words.ts';
import { DraftTrouble, type FormState } from '../../../../parts/form-draft.tsx';

/** Delay after typing before the trial on the last 30 days. */
const TRY_AFTER_MS = 400;

/** The form of one guard, with what it would have done. */
export function GuardEditor({
  kind,
  current,
  projectId,
  form,
  takesFocus,
  isSending,
  onSet,
  onClose,
}: {
  kind: GuardKind;
  current: GuardRequest | null;
  projectId: string;
  form: FormState<GuardFields>;
  /** Not when it was begun before: then it only shows itself. */
  takesFocus: boolean;
  isSending: boolean;
  onSet: (guard: GuardRequest | null) => void;
  onClose: () => void;
}) {
  const { fields, edit } = form;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    // What is typed next replaces it.
    field.current?.select();
  }, []);
  const guard = guardOf(kind, fields.value, edgeNow.value);
  const problem = limitProblem(limitIn(fields.value.amount) ?? Number.NaN, AMOUNTS[kind]);
  return (
    <form
      class="inline-form"
      onSubmit={onSent(() => guard !== null && onSet(guard))}
      onKeyDown={onEscape(onClose)}
    >
      <LimitInput
        label={AMOUNT_WORDS[kind]()}
        field={field}
        value={fields.value.amount}
        range={AMOUNTS[kind]}
        isWrong={problem !== null}
        onType={(text) => edit({ amount: text })}
      />
      {kind === 'raise' && (
        <SelectField
          label={t('console.guards.until')}
          value={fields.value.until}
          onChoose={(chosen) => edit({ until: chosen })}
          options={[
            ['run', t('fact.untilRun')],
            ['tonight', t('console.guards.untilTonight')],
          ]}
        />
      )}
      {kind === 'day-budget' && (
        <Checkbox
          class="check"
          label={t('console.guards.stopsRun')}
          checked={fields.value.stopsRun === 'yes'}
          onChange={(checked) => edit({ stopsRun: checked ? 'yes' : '' })}
        />
      )}
      <Button type="submit" off={guard === null && t('status.incomplete')} busy={isSending}>
        {t('console.guards.arm')}
      </Button>
      {current !== null && (
        <Button busy={isSending} onClick={() => onSet(null)}>
          {t('verb.remove')}
        </Button>
      )}
      <Button quiet onClick={onClose}>
        {t('verb.cancel')}
      </Button>
      <DraftTrouble of={form} />
      <p class="meta wide-line" role="status">
        {guard === null ? (
          problem
        ) : guard.kind === 'raise' ? (
          <RaisedCap credits={guard.credits} projectId={projectId} />
        ) : (
          <Trial guard={guard} projectId={projectId} />
        )}
      </p>
      <p class="meta wide-line">{guardCovers(kind)}</p>
    </form>
  );
}

const AMOUNT_WORDS: Readonly<Record<GuardKind, () => string>> = {
  'run-budget': () => t('console.guards.credits'),
  raise: () => t('console.guards.credits'),
  'run-time': () => t('console.guards.minutes'),
  failures: () => t('console.guards.inARow'),
  'day-budget': () => t('console.guards.credits'),
};

/** The cap that a raise sets, by what was read last; nothing where the cap or what is used is not known. */
function RaisedCap({ credits, projectId }: { credits: number; projectId: string }) {
  const path = projectPath(projectId, '/credit-limits');
  const limits = useResource({ path, schema: creditLimitsRecord }).state.value;
  if (limits.kind !== 'shown') return null;
  const { creditLimits, usedThisMonth } = limits.value;
  const read = creditLimits[CAP_FIELD.development] ?? null;
  const cap = ownersCap(effectiveLimit(read, capOverrideOf(projectId)));
  const used = usedThisMonth?.development ?? null;
  if (cap === null || used === null) return null;
  const amounts = { cap: formatNumber(raisedCap(cap, used, credits)), used: formatNumber(used) };
  return <>{t('console.guards.raisesTo', amounts)}</>;
}

/** How often the guard would have acted, requested after typing. */
function Trial({ guard, projectId }: { guard: GuardRequest; projectId: string }) {
  const wanted = JSON.stringify(guard);
  const requested = useSignal<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (requested.value = wanted), TRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const trial = useResource(
    requested.value === null
      ? null
      : { path: `${guardsPath(projectId)}/trial`, schema: guardTrial, body: JSON.parse(requested.value) },
  ).state.value;
  if (requested.value !== wanted || trial.kind === 'loading') return <>{t('status.loading')}</>;
  return <>{trial.kind === 'shown' ? trialWords(trial.value) : t('console.guards.untried')}</>;
}
