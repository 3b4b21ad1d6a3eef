import { useSignal } from '@preact/signals';
import { rateLimitRecord } from '../../../shared/builder-api/limits.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { stored } from '../../ui/stored-state.ts';
import { useChange } from '../change.ts';
import { Loaded } from '../loaded.tsx';
import { ChangeStatus, Part } from '../part.tsx';
import { projectPath } from '../paths.ts';
import { readNow } from '../read-now.ts';
import { useResource } from '../resource.ts';
import { EditLimit } from './edit-limit.tsx';

/** The smallest limit (service reference, Rate limit). */
const PER_MINUTE_MIN = 10;
const PER_MINUTE_MAX = 60_000;

/** Requests per minute of one visitor of the published app, and exempt addresses. */
export function VisitorLimit({ projectId }: { projectId: string }) {
  const path = projectPath(projectId, '/rate-limit');
  const limit = useResource({ path, schema: rateLimitRecord });
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const change = useChange();
  const ranges = useSignal<string | null>(null);
  const set = (body: object) => change.send({ method: 'PATCH', path, body }, [path]);
  return (
    <Loaded of={limit}>
      {({ perIpPerMinute, allowlistCidrs, verifiedBotsExempt, planMax, canDisable }) => (
        <Part
          title={t('console.limits.visitor')}
          side={
            isOwner && (
              <EditLimit
                label={t('console.limits.perMinute')}
                value={perIpPerMinute}
                min={PER_MINUTE_MIN}
                max={planMax ?? PER_MINUTE_MAX}
                canRemove={canDisable === true}
                edit={{
                  readNow: async () => (await readNow(path, rateLimitRecord))?.perIpPerMinute,
                  send: (own, to) =>
                    own.send({ method: 'PATCH', path, body: { perIpPerMinute: to } }, [path]),
                }}
              />
            )
          }
        >
          <p class="meta">
            {perIpPerMinute === null
              ? t('console.limits.visitorOff')
              : t('console.limits.visitorLimit', { count: formatNumber(perIpPerMinute) })}
            {planMax != null &&
              perIpPerMinute !== null &&
              (perIpPerMinute >= planMax
                ? ` · ${t('console.limits.planMost')}`
                : ` · ${t('console.limits.atMost', { amount: formatNumber(planMax) })}`)}
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
            <form
              class="inline-form"
              onSubmit={(event) => {
                event.preventDefault();
                const list = (ranges.value ?? '').split(/[\s,]+/).filter(Boolean);
                void set({ allowlistCidrs: list }).then(({ ok }) => {
                  if (ok) ranges.value = null;
                });
              }}
            >
              <label class="field wide-field">
                <span class="meta">{t('console.limits.ranges')}</span>
                <input
                  class="input"
                  spellcheck={false}
                  placeholder="203.0.113.0/24 2001:db8::/32"
                  value={ranges.value ?? allowlistCidrs.join(' ')}
                  onInput={({ currentTarget }) => (ranges.value = currentTarget.value)}
                />
              </label>
              <button
                type="submit"
                class="button"
                disabled={ranges.value === null || ranges.value === allowlistCidrs.join(' ')}
              >
                {t('console.limits.keepRanges')}
              </button>
            </form>
          ) : (
            allowlistCidrs.length > 0 && <p class="meta">{allowlistCidrs.join(' ')}</p>
          )}
          <ChangeStatus state={change.state.value} />
        </Part>
      )}
    </Loaded>
  );
}
