import { CREDIT_COSTS, LEGACY_CREDIT_COSTS, RUN_START_CREDITS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { readChoice } from '../agent/model.ts';
import { startRun } from '../agent/run.ts';
import { messageFile, RUN_MESSAGE, requireRunnable } from '../agent/start-agent.ts';
import { expectation } from '../agent/status.ts';
import { iso } from '../clock/calendar.ts';
import { storeFile } from '../files/file.ts';
import type { Answer, Call } from '../http/operation.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isRecord, isText, roundCredits } from '../http/values.ts';
import { charge } from '../limits/charge.ts';
import { readCaps } from '../limits/credit-limits.ts';
import {
  claimProjectId,
  createPaidProject,
  creationCost,
  type ProjectFields,
  readProjectFields,
  usualEngine,
} from '../projects/create-project.ts';
import { echoedSecret } from '../secrets/secret.ts';
import { count } from '../world/counters.ts';
import type { CreditLimits, Project, StoredSecret } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { type Attachment, readFiles } from './attachments.ts';
import { readDesigntool } from './designtool.ts';
import { readLegacySecrets, readSecrets } from './secrets.ts';

/** Launch states defaults of its own for the caps: none, and 250 (service reference, Launch Project). */
const LAUNCH_CREDIT_LIMITS: CreditLimits = {
  maxDevelopmentCreditsPerMonth: null,
  maxInfrastructureCreditsPerMonth: 250,
};

interface Warning {
  step: string;
  errorCode: string;
  errorMessage: string;
}

/** POST `/projects/launch`: checks in the order of the Launch table, then creates; never refuses halfway. */
export function launchProject({ world, body, legacyHost }: Call): Answer {
  const sent = isRecord(body) ? body : {};
  const { prompt } = sent;
  if (!isText(prompt)) refuse(400, 'MISSING_PROMPT', 'prompt must be non-empty text');
  const files = readFiles(sent.files);
  const legacy = legacyHost || (sent.engineVersion ?? usualEngine(world)) === 'legacy';
  const secrets = (legacy ? readLegacySecrets : readSecrets)(sent.secrets);
  const creditLimits = readLimits(sent.creditLimits);
  const designtool = readDesigntool(world, sent.designtool);
  const fields = readProjectFields(world, sent, 'LAUNCH_PROJECT_ERROR');
  const upload = uploadCost(fields, files);
  const needed = roundCredits(creationCost(fields.engine) + upload + RUN_START_CREDITS);
  requireCredits(world, needed, 'the project, its files and a run');
  const projectId = claimProjectId(world, fields.requestedProjectId);

  const planned = world.outcomes.launchWarnings.splice(0);
  const went = (step: string) => !planned.some((warning) => warning.step === step);
  const limits = went('creditLimits') ? creditLimits : LAUNCH_CREDIT_LIMITS;
  const project = createPaidProject(world, fields, projectId, limits);
  count(world.counters.effects.projectsByPrompt, prompt);
  const warnings: Warning[] = planned.filter(({ step }) => step !== 'agent');
  if (upload > 0 && went('files')) {
    charge(world, project, 'development', 'upload_file', upload);
    world.counters.effects.uploads += files.filter((file) => file.url === undefined).length;
  }
  project.secrets = went('secrets') ? secrets.map((secret) => store(world, secret)) : [];
  const attached = went('files') ? files.map((file) => stored(world, projectId, file)) : [];
  const connected = went('designtool') ? designtool : undefined;
  if (connected) {
    project.designtool = { account: connected, connectedAt: project.createdAt, tokenValid: true };
  }
  const agent = startFirstRun(world, project, prompt, sent, attached, planned, warnings);
  return {
    data: {
      projectId,
      ...(projectId !== fields.requestedProjectId && { requestedProjectId: fields.requestedProjectId }),
      description: project.description,
      plan: 'api',
      createdAt: iso(project.createdAt),
      ...(project.label !== undefined && { label: project.label }),
      ...(project.groupId !== undefined && { groupId: project.groupId }),
      creditLimits: project.creditLimits,
      files: attached,
      secrets: project.secrets.map(echoedSecret),
      ...(connected && { designtool: { connected: true, account: connected } }),
      agent,
      warnings,
    },
  };
}

function readLimits(value: unknown): CreditLimits {
  if (value === undefined || value === null) return LAUNCH_CREDIT_LIMITS;
  if (!isRecord(value)) refuse(400, 'INVALID_CREDIT_LIMITS', 'creditLimits must be an object');
  return { ...LAUNCH_CREDIT_LIMITS, ...readCaps(value) };
}

function uploadCost(fields: ProjectFields, files: Attachment[]): number {
  const price = (fields.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).UPLOAD_FILE;
  return roundCredits(price * files.filter((file) => file.url === undefined).length);
}

function store(world: World, secret: Omit<StoredSecret, '_id'>): StoredSecret {
  return { _id: world.random.hex(24), ...secret };
}

/** A caller's address is passed on unchanged; content is uploaded under a signed one. */
function stored(world: World, projectId: string, { name, imageDescription, url, bytes }: Attachment) {
  if (url !== undefined || bytes === undefined) return { name, imageDescription, url: url ?? '' };
  return { name, imageDescription, url: storeFile(world, projectId, name, bytes).url };
}

/** The prompt runs like at the agent start endpoint; a refusal there becomes a warning here. */
function startFirstRun(
  world: World,
  project: Project,
  prompt: string,
  body: Record<string, unknown>,
  attached: ReturnType<typeof stored>[],
  planned: Warning[],
  warnings: Warning[],
) {
  const { choice, warnings: notes } = readChoice(body, project.engine);
  const reported = { ...(notes.length > 0 && { warnings: notes }) };
  try {
    const failing = planned.find(({ step }) => step === 'agent');
    if (failing) refuse(400, failing.errorCode, failing.errorMessage);
    requireRunnable(world, project, [prompt]);
    const files = attached.map(({ name, url, imageDescription }) =>
      messageFile(world, name, url, imageDescription),
    );
    const run = startRun(world, project, prompt, { files, choice });
    const expected = world.assumptions.expectedMinutes === 'everywhere' ? expectation(run) : {};
    return { started: true, ...reported, status: 'init', message: RUN_MESSAGE, ...expected };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const retry = `POST /api/v1/vcaas/projects/${project.projectId}/agent/start`;
    const errorMessage = `${error.message}. Retry with ${retry}`;
    warnings.push({ step: 'agent', errorCode: error.code, errorMessage });
    return {
      started: false,
      ...reported,
      message: `The project was created, but the agent did not start. ${retry}`,
    };
  }
}
