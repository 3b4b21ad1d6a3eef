import type * as z from 'zod/mini';
import { creditLimitsRecord } from '../../../shared/builder-api/limits.ts';
import { nextMonth } from '../../../shared/month.ts';
import type { Lift } from '../../../shared/spending/blocker.ts';
import type { CapFacts, LimitFacts } from '../../../shared/spending/blockers.ts';
import type { Verdict } from '../../../shared/spending/verdict.ts';
import { verdictWords } from '../../i18n/blocker-words.ts';
import { t } from '../../i18n/t.ts';
import { buildingNow } from '../../ui/building.ts';
import { Glyph, type GlyphName } from '../../ui/icons.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { projectPath } from '../paths.ts';
import { useResource } from '../resource.ts';
import { type ProjectTab, projectAddress } from '../routes.ts';

const SHAPE: Readonly<Record<Verdict['kind'], GlyphName>> = {
  no: 'critical',
  unsure: 'warning',
  'not-known': 'off',
  short: 'warning',
  yes: 'done',
};

/** Where in the console a cause is lifted. */
const LIFTED_IN: Partial<Readonly<Record<Lift, ProjectTab>>> = {
  'raise-cap': 'limits',
  'raise-budget': 'limits',
  'switch-on': 'limits',
  'raise-visitor-limit': 'limits',
  'start-server': 'ship',
  'stop-run': 'talk',
};

/** Whether the project would take a prompt now, why not, when that ends, and the way to what lifts it. */
export function VerdictLine({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const limits = useResource({ path: projectPath(projectId, '/credit-limits'), schema: creditLimitsRecord });
  const answer = limits.answer.value;
  const known = answer.kind === 'shown' ? { limits: limitFacts(answer.value, edgeNow.value) } : {};
  const { verdict } = buildingNow('prompt', projectId, { known });
  const { title, facts } = verdictWords(verdict, 'project', naming.value, edgeNow.value);
  const lift = 'because' in verdict ? LIFTED_IN[verdict.because.lift] : undefined;
  return (
    <p class="project-verdict" data-kind={verdict.kind}>
      <Glyph name={SHAPE[verdict.kind]} />
      <span>
        <strong>{title}</strong>
        {facts !== '' && <span class="meta"> {facts}</span>}
      </span>
      {lift && lift !== tab && (
        <a class="button" href={projectAddress(projectId, lift)}>
          {t(`console.tab.${lift}`)}
        </a>
      )}
    </p>
  );
}

/** The project's own limits: newer, and told of every project, where the snapshot lists only those at a cap. */
function limitFacts(
  { creditLimits, usedThisMonth }: z.infer<typeof creditLimitsRecord>,
  now: number,
): LimitFacts {
  const factsOf = (cap: number | null, used: number | null): CapFacts => ({
    isReached: cap === null ? false : used === null ? null : used >= cap,
    used,
    cap,
  });
  return {
    development: factsOf(
      creditLimits.maxDevelopmentCreditsPerMonth ?? null,
      usedThisMonth?.development ?? null,
    ),
    infrastructure: factsOf(
      creditLimits.maxInfrastructureCreditsPerMonth ?? null,
      usedThisMonth?.infrastructure ?? null,
    ),
    resetsAt: nextMonth(now),
    runBudget: null,
  };
}
