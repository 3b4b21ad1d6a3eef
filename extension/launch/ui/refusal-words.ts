import type { LaunchRefusal } from '../../../shared/edge-api/launches.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { isRefusalCode } from '../refusal-code.ts';

/** Codes whose own message carries what a person needs to know (service reference, Errors, Launch Project). */
const MESSAGE_MATTERS = new Set([
  'LAUNCH_PROJECT_ERROR',
  'PROMPT_SECURITY_VIOLATION',
  'EDGE_INVALID_REQUEST',
]);

/** Why a launch was refused, in words; the service's own where ours would say less. */
export function refusalWords({ code, message, details }: LaunchRefusal): string {
  const says = message ? t('launch.refused.says', { message }) : '';
  if (!isRefusalCode(code)) return [t('launch.refused.unexpected'), says].filter(Boolean).join(' ');
  const words = t(`launch.refusal.${code}`);
  if (code === 'MAX_PROJECTS_REACHED') return [projectsWords(details), words].filter(Boolean).join(' ');
  return MESSAGE_MATTERS.has(code) && says ? `${words} ${says}` : words;
}

function projectsWords(details: LaunchRefusal['details']): string {
  const max = details?.maxProjects;
  const plan = details?.plan;
  if (typeof max !== 'number' || typeof plan !== 'string') return '';
  return t('launch.refused.projects', { max: formatNumber(max), plan });
}
