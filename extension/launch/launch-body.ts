import type { Attachment, Draft } from './draft/draft.ts';
import { capOf } from './draft/draft-problems.ts';
import { assemblePrompt } from './reference-block.ts';

/** The body of the service's Launch Project, as the edge's POST `/launches` takes it (service reference, Launch Project). */
export interface LaunchBody {
  projectId: string;
  prompt: string;
  model: string;
  effort?: string;
  fastMode?: boolean;
  description?: string;
  label?: string;
  groupId?: string;
  engineVersion?: string;
  files?: LaunchFile[];
  creditLimits?: { maxDevelopmentCreditsPerMonth?: number; maxInfrastructureCreditsPerMonth?: number };
  secrets?: { secretName: string; secretValue: string; environment: string }[];
}
export interface LaunchFile {
  name: string;
  description?: string;
  url?: string;
  content?: string;
}

/**
 * What is sent for a draft. The same draft, values and contents always give the same body: the edge tells a repeated
 * request from another one by it.
 * @param secretValues by secret id
 * @param contents base64 by attachment id, for files
 */
export function launchBody(
  draft: Draft,
  secretValues: Readonly<Record<string, string>>,
  contents: Readonly<Record<string, string>>,
): LaunchBody {
  const { settings } = draft;
  return {
    projectId: draft.name,
    prompt: assemblePrompt(draft.words, draft.reference),
    model: settings.model,
    ...(settings.effort ? { effort: settings.effort } : {}),
    ...(settings.fastMode && settings.model === 'opus' ? { fastMode: true } : {}),
    ...filled('description', draft.description),
    ...filled('label', draft.label),
    ...filled('groupId', settings.groupId),
    ...(settings.engine === 'account' ? {} : { engineVersion: settings.engine }),
    ...(draft.attachments.length > 0
      ? { files: draft.attachments.map((entry) => fileOf(entry, contents)) }
      : {}),
    ...creditLimitsOf(draft),
    ...secretsOf(draft, secretValues),
  };
}

function filled<K extends string>(key: K, value: string): { [key in K]?: string } {
  const text = value.trim();
  return (text ? { [key]: text } : {}) as { [key in K]?: string };
}

function fileOf(entry: Attachment, contents: Readonly<Record<string, string>>): LaunchFile {
  const about = { name: entry.name.trim(), ...filled('description', entry.description) };
  if (entry.source.kind === 'address') return { ...about, url: entry.source.url.trim() };
  return { ...about, content: contents[entry.id] ?? '' };
}

/** The caps that were typed; nothing when none was. */
export function creditLimitsOf({ settings }: Draft): Pick<LaunchBody, 'creditLimits'> {
  const development = capOf(settings.developmentCap);
  const infrastructure = capOf(settings.infrastructureCap);
  const limits: NonNullable<LaunchBody['creditLimits']> = {};
  if (typeof development === 'number') limits.maxDevelopmentCreditsPerMonth = development;
  if (typeof infrastructure === 'number') limits.maxInfrastructureCreditsPerMonth = infrastructure;
  return Object.keys(limits).length > 0 ? { creditLimits: limits } : {};
}

function secretsOf(draft: Draft, values: Readonly<Record<string, string>>): Pick<LaunchBody, 'secrets'> {
  if (draft.secrets.length === 0) return {};
  return {
    secrets: draft.secrets.map((slot) => ({
      secretName: slot.name.trim(),
      secretValue: values[slot.id] ?? '',
      environment: slot.environment,
    })),
  };
}
