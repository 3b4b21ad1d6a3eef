import type { Lift } from '../../../shared/spending/blocker.ts';
import type { Readiness } from '../../../shared/spending/readiness.ts';
import { t } from '../../i18n/t.ts';
import { Glyph, type GlyphName } from '../../ui/icons.tsx';
import { type ProjectTab, projectAddress } from './routes.ts';
import { useReadiness } from './use-readiness.ts';

const SHAPE: Readonly<Record<Readiness['kind'], GlyphName>> = {
  no: 'critical',
  unsure: 'warning',
  'not-known': 'off',
  short: 'warning',
  yes: 'done',
};

/** The tab with the remedy of a cause. */
const LIFTED_IN: Partial<Readonly<Record<Lift, ProjectTab>>> = {
  'raise-cap': 'limits',
  'raise-budget': 'limits',
  'switch-on': 'limits',
  'raise-visitor-limit': 'limits',
  'start-server': 'ship',
  'stop-run': 'talk',
};

/** Whether the project would accept a prompt, why not, when that ends, and a link to the remedy. */
export function ReadinessLine({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const { readiness, title, facts } = useReadiness(projectId);
  const lift = 'because' in readiness ? LIFTED_IN[readiness.because.lift] : undefined;
  return (
    <p class="project-readiness" data-kind={readiness.kind}>
      <Glyph name={SHAPE[readiness.kind]} />
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

/** The same as a sign in a title that has no room for a sentence; its words are its name. */
export function ReadinessSign({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const { readiness, title, facts } = useReadiness(projectId);
  const lift = 'because' in readiness ? LIFTED_IN[readiness.because.lift] : undefined;
  const words = [title, facts].filter(Boolean).join(' ');
  const glyph = <Glyph name={SHAPE[readiness.kind]} />;
  return lift && lift !== tab ? (
    <a class="readiness-sign" href={projectAddress(projectId, lift)} title={words} aria-label={words}>
      {glyph}
    </a>
  ) : (
    <span class="readiness-sign" role="img" title={words} aria-label={words}>
      {glyph}
    </span>
  );
}
