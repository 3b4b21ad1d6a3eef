import type { Attachment, Draft } from '../storage/drafts.ts';
import type { CreditLimits, LaunchRequest, RetryRequest } from '../storage/launches.ts';
import { capOf } from './draft-problems.ts';
import { assemblePrompt } from './reference-block.ts';

/** What is to be sent for a draft, under the names of the service (service reference, Launch Project). */
export function launchRequestOf(draft: Draft): LaunchRequest {
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
    files: draft.attachments.map(fileOf),
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

function fileOf({ id, name, description, source }: Attachment): LaunchRequest['files'][number] {
  const about = { name: name.trim(), ...filled('description', description) };
  return source.kind === 'file'
    ? { contentId: id, file: about }
    : { contentId: null, file: { ...about, url: source.url.trim() } };
}

function filled<K extends string>(key: K, value: string): { [key in K]?: string } {
  const text = value.trim();
  return (text ? { [key]: text } : {}) as { [key in K]?: string };
}

/** The body of the edge's POST `/launches`. */
export type LaunchBody = Record<string, unknown>;

/**
 * What is sent for a launch request. The same request, values and contents always give the same body: the edge tells a
 * repeated request from another one by it.
 * @param values of secrets, by id
 * @param contents of files in base64, by id; what is gone is empty, and refused by the service
 */
export function withSecretsAndFiles(
  request: LaunchRequest,
  values: Readonly<Record<string, string>>,
  contents: Readonly<Record<string, string>>,
): LaunchBody {
  const filled: LaunchBody = { ...request.body };
  if (request.files.length > 0) {
    filled.files = request.files.map(({ contentId, file }) =>
      contentId === null ? file : { ...file, content: contents[contentId] ?? '' },
    );
  }
  if (request.secrets.length > 0) {
    filled.secrets = request.secrets.map(({ valueId, secret }) => ({
      ...secret,
      secretValue: values[valueId] ?? '',
    }));
  }
  return filled;
}

/** Ids of the files whose contents it names. */
export function contentIds(request: LaunchRequest): string[] {
  return request.files.flatMap(({ contentId }) => contentId ?? []);
}
