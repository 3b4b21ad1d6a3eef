import type { Attachment, Draft } from './draft.ts';
import { capOf } from './draft-problems.ts';
import { assemblePrompt } from './reference-block.ts';
import type { CreditLimits, RetryRequest, SealedRequest } from './sealed-request.ts';

/** What is to be sent for a draft, under the names of the service (service reference, Launch Project). */
export function sealRequest(draft: Draft): SealedRequest {
  const { settings } = draft;
  const { run, creditLimits } = retryRequestOf(draft);
  return {
    body: {
      projectId: draft.name,
      ...run,
      ...filled('description', draft.description),
      ...filled('label', draft.label),
      ...filled('groupId', settings.groupId),
      ...(settings.engine === 'account' ? {} : { engineVersion: settings.engine }),
      ...(Object.keys(creditLimits).length > 0 ? { creditLimits } : {}),
    },
    files: draft.attachments.map(sealedFile),
    secrets: draft.secrets.map(({ id, name, environment }) => ({
      valueId: id,
      secret: { secretName: name.trim(), environment },
    })),
  };
}

/** What of a draft's request can be done again by itself, after a launch that warned of it. */
export function retryRequestOf(draft: Draft): RetryRequest {
  const { model, effort, fastMode } = draft.settings;
  return {
    run: {
      prompt: assemblePrompt(draft.words, draft.reference),
      model,
      ...(effort ? { effort } : {}),
      ...(fastMode && model === 'opus' ? { fastMode: true } : {}),
    },
    creditLimits: creditLimitsOf(draft),
  };
}

/** The caps that were typed; nothing when none was. */
function creditLimitsOf({ settings }: Draft): CreditLimits {
  const development = capOf(settings.developmentCap);
  const infrastructure = capOf(settings.infrastructureCap);
  return {
    ...(typeof development === 'number' ? { maxDevelopmentCreditsPerMonth: development } : {}),
    ...(typeof infrastructure === 'number' ? { maxInfrastructureCreditsPerMonth: infrastructure } : {}),
  };
}

function sealedFile({ id, name, description, source }: Attachment): SealedRequest['files'][number] {
  const about = { name: name.trim(), ...filled('description', description) };
  return source.kind === 'file'
    ? { contentId: id, file: about }
    : { contentId: null, file: { ...about, url: source.url.trim() } };
}

function filled<K extends string>(key: K, value: string): { [key in K]?: string } {
  const text = value.trim();
  return (text ? { [key]: text } : {}) as { [key in K]?: string };
}
