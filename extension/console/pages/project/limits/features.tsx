import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  ALWAYS_ON_FEATURES,
  FEATURES,
  type Feature,
  isFeature,
} from '../../../../../shared/builder-api/limits.ts';
import { type FeatureLimit, featureLimitsRecord } from '../../../../../shared/builder-api/limits-schema.ts';
import { switchedOffBy } from '../../../../../shared/spending/blockers.ts';
import { usedPart } from '../../../../../shared/spending/nearest-cap.ts';
import { featureName, unitName, usedWords } from '../../../../i18n/attention-words.ts';
import { formatFacts, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { Question } from '../../../../ui/confirm.tsx';
import { Glyph, Icon } from '../../../../ui/icons.tsx';
import { stopsAtOnce } from '../../../../ui/limit-input.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { NEAR, UsedBar } from '../../../../ui/used-bar.tsx';
import { comparedAtEdge, EditLimit, limitDraftId } from '../../../parts/edit-limit.tsx';
import { useBegunForms } from '../../../parts/form-draft.tsx';
import { Part } from '../../../parts/part.tsx';
import { noteMade, UndoStatus, useUndo } from '../../../parts/undo.tsx';

type Entry = FeatureLimit;
const FIELDS = ['monthlyCreditCap', 'monthlyUnitCap'] as const;

const draftId = (projectId: string, name: string, field: (typeof FIELDS)[number]): string =>
  `${projectId} ${name} ${field}`;

/** All features as a tree under `all`: on or off, usage, budgets. */
export function Features({ projectId }: { projectId: string }) {
  const path = projectPath(projectId, '/limits');
  const limits = useResource({ path, schema: featureLimitsRecord });
  const begun = useBegunForms();
  const state = limits.state.value;
  const features = state.kind === 'shown' ? state.value.features : {};
  const isBegun = (name: string) =>
    FIELDS.some((field) => begun.has(limitDraftId(draftId(projectId, name, field))));
  const on = Object.keys(features).filter(
    (name) => features[name]?.enabled && !switchedOffBy(name, features),
  );
  const needing = Object.entries(features).filter(([, entry]) => isNearBudget(entry));
  return (
    <Part
      title={t('console.limits.features')}
      summary={
        state.kind === 'shown' &&
        [
          t('console.limits.on', { count: formatNumber(on.length) }),
          ...needing.map(([name, entry]) => `${featureName(name)} ${budgetWords(entry)}`),
        ].join(' · ')
      }
      isOpen={Object.keys(features).some(isBegun)}
    >
      <Loaded of={limits}>
        {({ features }) => (
          <ul class="features">
            {orderOf(features).map((name) => {
              const entry = features[name];
              return entry ? (
                <FeatureRow
                  key={name}
                  {...{ name, entry, path, projectId }}
                  offBy={switchedOffBy(name, features)}
                  isBegun={isBegun(name)}
                />
              ) : null;
            })}
          </ul>
        )}
      </Loaded>
    </Part>
  );
}

/** What applies to every other first, children after their parent, unknown features at the end. */
function orderOf(features: Readonly<Record<string, Entry>>): string[] {
  const others = Object.keys(features).filter((name) => !isFeature(name));
  return ['all', ...FEATURES.filter((name) => name !== 'all'), ...others];
}

function FeatureRow({
  name,
  entry,
  path,
  projectId,
  offBy,
  isBegun,
}: {
  name: string;
  entry: Entry;
  path: string;
  projectId: string;
  /** The feature whose switch has its calls refused. */
  offBy: string | null;
  isBegun: boolean;
}) {
  const open = useSignal(false);
  useEffect(() => {
    // A budget that was begun is shown again.
    if (isBegun) open.value = true;
  }, [isBegun]);
  const isAsked = useSignal(false);
  const undo = useUndo<boolean>();
  const ownSwitch = useRef<HTMLInputElement>(null);
  const change = useChange();
  const isOwner = mayAct('owner');
  const { enabled, parent, consumed, unit } = entry;
  const isAlwaysOn = ALWAYS_ON_FEATURES.has(name as Feature);
  const turn = async (on: boolean) => {
    const body = { features: { [name]: { enabled: on } } };
    const { ok } = await change.send({ method: 'PUT', path, body }, [path]);
    if (ok) noteMade(undo, !on, on);
    return ok;
  };
  const budgets = budgetsOf(entry);
  return (
    <li
      class={['feature', parent && 'child', offBy !== null && offBy !== name && 'overruled']
        .filter(Boolean)
        .join(' ')}
    >
      <Button class="sentence" opens={open}>
        <strong>{isolated(featureName(name))}</strong>
        <span class="meta amount">
          {budgets.length > 0 ? budgetWords(entry) : consumedWords(name, entry)}
        </span>
        <Icon name="chevron" />
      </Button>
      {isAlwaysOn ? (
        <span class="switch-place" title={t('console.limits.alwaysOn')}>
          <Glyph name="done" />
          <span class="hidden-words">{t('console.limits.alwaysOn')}</span>
        </span>
      ) : (
        <label class="switch-place">
          <input
            ref={ownSwitch}
            type="checkbox"
            role="switch"
            aria-checked={enabled}
            checked={enabled}
            disabled={!isOwner}
            aria-busy={change.state.value.kind === 'sending'}
            aria-label={t('console.limits.switch', { feature: featureName(name) })}
            onChange={({ currentTarget }) => {
              const on = currentTarget.checked;
              // Show the service's response, not the click.
              currentTarget.checked = enabled;
              if (change.state.peek().kind === 'sending') return;
              if (name === 'all' && !on) isAsked.value = true;
              else void turn(on);
            }}
          />
        </label>
      )}
      {isAsked.value && (
        <div class="detail-lines">
          <Question
            label={t('console.limits.switchAllOff')}
            verb={t('console.limits.switchAllOff')}
            onSure={() => {
              isAsked.value = false;
              void turn(false);
            }}
            onBack={() => (isAsked.value = false)}
          >
            <span class="meta">{t('console.limits.switchAllOffMeans')}</span>
          </Question>
        </div>
      )}
      {budgets.map(({ used, cap, unit }) => (
        <UsedBar key={unit} used={used} cap={cap} />
      ))}
      <div class="verbs switched">
        {offBy !== null && !isAlwaysOn && (offBy !== name || name === 'all') && (
          <span class="meta failure">
            {offBy === name
              ? t('console.limits.allOff')
              : t('console.limits.offBy', { feature: featureName(offBy) })}
          </span>
        )}
        <UndoStatus
          undo={undo}
          state={change.state.value}
          value={enabled}
          of={featureName(name)}
          focus={() => ownSwitch.current?.focus()}
          set={turn}
        />
      </div>
      {open.value && (
        <div class="detail-lines">
          <p class="meta">
            {formatFacts(
              name !== 'all' &&
                consumed &&
                t('console.limits.consumed', {
                  units: `${formatNumber(consumed.units)} ${unitName(unit ?? null)}`,
                  credits: formatNumber(consumed.credits),
                }),
              name === 'all' && t('console.limits.allBudget'),
              ceilingWords(entry),
              entry.source === 'ceo' && t('console.limits.bySupport'),
            )}
          </p>
          {isOwner && (
            <div class="verbs">
              {FIELDS.filter(
                (field) => field === 'monthlyCreditCap' || (unit != null && unit !== 'credits'),
              ).map((field) => (
                <EditLimit
                  key={field}
                  id={draftId(projectId, name, field)}
                  label={
                    field === 'monthlyCreditCap'
                      ? t('console.limits.monthlyCreditCap')
                      : t('console.limits.monthlyUnitCap', { unit: unitName(unit ?? null) })
                  }
                  value={entry[field] ?? null}
                  range={{ isWhole: true, min: 0, max: entry.planCeiling?.[field] ?? null }}
                  canRemove
                  isNamed
                  stops={(to) =>
                    stopsAtOnce(
                      to,
                      consumed?.[field === 'monthlyUnitCap' ? 'units' : 'credits'] ?? null,
                      'budget',
                    )
                  }
                  set={comparedAtEdge({ projectId, category: 'feature', feature: name, field })}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </li>
  );
}

/** What it used this month, in its unit where it has one; what the cap of all has used stands at the cap. */
function consumedWords(name: string, { consumed, unit }: Entry): string | null {
  if (!consumed || name === 'all') return null;
  const { units, credits } = consumed;
  if (units === 0 && credits === 0) return null;
  return units > 0 && unit != null
    ? `${formatNumber(units)} ${unitName(unit)}`
    : `${formatNumber(credits)} ${unitName('credits')}`;
}

/** Its budgets, each of which stops it. `used`: null where the service does not say. */
function budgetsOf({ monthlyCreditCap, monthlyUnitCap, consumed, unit }: Entry) {
  const units = { used: consumed?.units ?? null, cap: monthlyUnitCap ?? null, unit: unit ?? null };
  const credits = { used: consumed?.credits ?? null, cap: monthlyCreditCap ?? null, unit: 'credits' };
  return [units, credits].flatMap(({ cap, ...of }) => (cap === null ? [] : [{ ...of, cap }]));
}

const budgetWords = (entry: Entry): string =>
  formatFacts(...budgetsOf(entry).map(({ used, cap, unit }) => usedWords(used, cap, unitName(unit))));

const isNearBudget = (entry: Entry): boolean =>
  budgetsOf(entry).some(({ used, cap }) => used !== null && usedPart({ used, cap }) >= NEAR);

function ceilingWords({ planCeiling, unit }: Entry): string | null {
  const units = planCeiling?.monthlyUnitCap ?? null;
  const credits = planCeiling?.monthlyCreditCap ?? null;
  if (units !== null)
    return t('console.limits.ceiling', { amount: `${formatNumber(units)} ${unitName(unit ?? null)}` });
  return credits === null
    ? null
    : t('console.limits.ceiling', { amount: `${formatNumber(credits)} ${unitName('credits')}` });
}
