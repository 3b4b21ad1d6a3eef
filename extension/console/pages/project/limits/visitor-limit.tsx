import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { rateLimitRecord } from '../../../../../shared/builder-api/limits-schema.ts';
import { isCidr } from '../../../../../shared/operations/limits.ts';
import { formatList, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { readNow } from '../../../../reads/read-now.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { onSent, TextField } from '../../../../ui/form.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { comparedHere, EditLimit, limitDraftId } from '../../../parts/edit-limit.tsx';
import { Discard, useBegunForms, useFormDraft } from '../../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../../parts/part.tsx';

/** The smallest limit (service reference, Rate limit). */
const PER_MINUTE_MIN = 10;
const PER_MINUTE_MAX = 60_000;

/** Requests per minute of one visitor of the published app, and exempt addresses. */
export function VisitorLimit({ projectId }: { projectId: string }) {
  const path = projectPath(projectId, '/rate-limit');
  const limit = useResource({ path, schema: rateLimitRecord });
  const isOwner = mayAct('owner');
  const change = useChange();
  const begun = useBegunForms();
  const set = (body: object) => change.send({ method: 'PATCH', path, body }, [path]);
  return (
    <Loaded of={limit}>
      {({ perIpPerMinute, allowlistCidrs, verifiedBotsExempt, planMax, canDisable }) => (
        <Part
          title={t('console.limits.visitor')}
          summary={
            perIpPerMinute === null
              ? ''
              : t('console.limits.visitorLimit', { count: formatNumber(perIpPerMinute) })
          }
          isOpen={begun.has(`ranges ${projectId}`) || begun.has(limitDraftId(`${projectId} visitors`))}
          side={
            isOwner && (
              <EditLimit
                id={`${projectId} visitors`}
                label={t('console.limits.perMinute')}
                value={perIpPerMinute}
                range={{ isWhole: true, min: PER_MINUTE_MIN, max: planMax ?? PER_MINUTE_MAX }}
                canRemove={canDisable === true}
                set={comparedHere(
                  async () => (await readNow(path, rateLimitRecord))?.perIpPerMinute,
                  (own, to) => own.send({ method: 'PATCH', path, body: { perIpPerMinute: to } }, [path]),
                )}
              />
            )
          }
        >
          <p class="meta">
            {perIpPerMinute !== null &&
              t('console.limits.visitorLimit', { count: formatNumber(perIpPerMinute) })}
            {planMax != null &&
              perIpPerMinute !== null &&
              perIpPerMinute < planMax &&
              ` · ${t('bound.atMost', { amount: formatNumber(planMax) })}`}
          </p>
          <label class="check">
            <input
              type="checkbox"
              checked={verifiedBotsExempt}
              disabled={!isOwner}
              onChange={({ currentTarget }) => {
                const exempt = currentTarget.checked;
                currentTarget.checked = verifiedBotsExempt;
                void set({ verifiedBotsExempt: exempt });
              }}
            />
            {t('console.limits.bots')}
          </label>
          {isOwner ? (
            <Ranges projectId={projectId} now={allowlistCidrs} />
          ) : (
            allowlistCidrs.length > 0 && <p class="meta">{allowlistCidrs.join(' ')}</p>
          )}
          <ChangeStatus state={change.state.value} />
        </Part>
      )}
    </Loaded>
  );
}

const rangesOf = (cidrs: readonly string[]) => ({ ranges: cidrs.join(' ') });

/** The address ranges that are never limited, kept until they are set or discarded. */
function Ranges({ projectId, now }: { projectId: string; now: readonly string[] }) {
  const path = projectPath(projectId, '/rate-limit');
  const form = useFormDraft(`ranges ${projectId}`, rangesOf(now));
  const others = useSignal<string | null>(null);
  const change = useChange();
  const { ranges } = form.fields.value;
  const typed = ranges.split(/[\s,]+/).filter(Boolean);
  const wrong = typed.filter((range) => !isCidr(range));
  const current = now.join(' ');
  useEffect(() => {
    if (!form.isBegun.peek() && form.base.peek().ranges !== current) form.reset({ ranges: current });
  }, [current]);
  const save = async () => {
    const read = await readNow(path, rateLimitRecord);
    const theirs = read && rangesOf(read.allowlistCidrs);
    if (theirs && theirs.ranges !== form.base.peek().ranges) {
      others.value = theirs.ranges;
      form.rebase(theirs);
      return;
    }
    others.value = null;
    const result = await change.send({ method: 'PATCH', path, body: { allowlistCidrs: typed } }, [path]);
    if (result.ok) form.reset(rangesOf(typed));
  };
  return (
    <form class="inline-form" onSubmit={onSent(() => wrong.length === 0 && void save())}>
      <TextField
        class="field wide-field"
        label={t('console.limits.ranges')}
        spellcheck={false}
        placeholder="203.0.113.0/24 2001:db8::/32"
        aria-invalid={wrong.length > 0}
        {...form.text('ranges')}
      />
      <Button type="submit" off={(!form.isBegun.value || wrong.length > 0) && t('status.incomplete')}>
        {t('console.limits.keepRanges')}
      </Button>
      <Discard of={form} />
      {wrong.length > 0 && (
        <span class="meta failure" role="status">
          {t('console.limits.notRanges', { list: formatList(wrong.map(isolated)) })}
        </span>
      )}
      {others.value !== null && (
        <span class="meta" role="status">
          {t('status.setMeanwhile', { amount: others.value || t('fact.noLimit') })}
        </span>
      )}
      <ChangeStatus state={change.state.value} />
    </form>
  );
}
