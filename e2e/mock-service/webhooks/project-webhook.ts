import { HOUR_MS } from '../clock/calendar.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isHttpsUrl, isRecord } from '../http/values.ts';
import type { Project, ProjectWebhook } from '../world/project.ts';
import { requireCurrentEngine } from '../world/require-engine.ts';
import { requireProject } from '../world/require-project.ts';

const OLD_SECRET_SIGNS_MS = 24 * HOUR_MS;
const PREFIX_LENGTH = 12;

export function getProjectWebhook(call: Call): Answer {
  return { data: view(requireCurrentEngine(requireProject(call))) };
}

/** PUT: the first address also makes the first secret. */
export function setProjectWebhook(call: Call): Answer {
  const { world, key, body } = call;
  const project = requireCurrentEngine(requireProject(call));
  if (!key.owner) refuse(403, 'OWNER_ONLY', 'Only the account owner can set the project webhook');
  const url = isRecord(body) ? body.url : undefined;
  if (typeof url !== 'string' || !isHttpsUrl(url))
    refuse(400, 'VALIDATION_ERROR', 'url must be an https address');
  project.webhook.url = url;
  project.webhook.secret ??= `whsec_${world.random.hex(64)}`;
  return { data: view(project) };
}

export function rotateProjectWebhookSecret(call: Call): Answer {
  const { world, key } = call;
  const project = requireCurrentEngine(requireProject(call));
  if (!key.owner) refuse(403, 'OWNER_ONLY', 'Only the account owner can rotate the secret');
  const secret = `whsec_${world.random.hex(64)}`;
  const { webhook } = project;
  webhook.previousSecret = webhook.secret;
  webhook.rotatedAt = world.clock.now();
  webhook.secret = secret;
  return { data: { secret } };
}

/** For 24 hours after a rotation the old secret signs too, and first. */
export function projectSigningSecrets(webhook: ProjectWebhook, now: number): string[] {
  const overlap = webhook.rotatedAt !== null && now - webhook.rotatedAt < OLD_SECRET_SIGNS_MS;
  return [overlap ? webhook.previousSecret : null, webhook.secret].filter((secret) => secret !== null);
}

function view(project: Project) {
  const { url, secret } = project.webhook;
  return {
    url,
    enabled: url !== null && secret !== null,
    secretPrefix: secret?.slice(0, PREFIX_LENGTH) ?? null,
  };
}
