import type { Feature } from '../../../shared/builder-api/limits.ts';
import { featureLimitsRecord } from '../../../shared/builder-api/limits-schema.ts';
import { switchedOffBy } from '../../../shared/spending/blockers.ts';
import { featureName, unitName, usedWords } from '../../i18n/attention-words.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';

/** What a project has used of a feature this month, before a call that uses it. */
export function UnitsUsed({ projectId, of }: { projectId: string; of: Feature }) {
  const limits = useResource({ path: projectPath(projectId, '/limits'), schema: featureLimitsRecord });
  const { value: loaded } = limits.state;
  const features = loaded.kind === 'shown' ? loaded.value.features : {};
  const offBy = switchedOffBy(of, features);
  const { consumed, monthlyUnitCap = null, unit = null } = features[of] ?? {};
  const feature = featureName(of);
  if (offBy !== null)
    return <span class="meta">{t('blocker.featureOff', { feature: featureName(offBy) })}</span>;
  if (consumed?.units == null) return <span class="meta">{t('paid.usesUnits', { feature })}</span>;
  const used = usedWords(consumed.units, monthlyUnitCap, unitName(unit));
  return <span class="meta">{t('paid.unitsUsed', { feature, used })}</span>;
}
