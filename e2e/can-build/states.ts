import type { ApiErrorKind } from '../../extension/edge-client/api-error.ts';
import type { Act, CauseKind } from '../../shared/spending/cause.ts';
import { EMERGENCY_STOP_CREDITS } from '../mock-service/app-calls/app-call.ts';
import type { Bench } from '../mock-service/conformance/bench.ts';
import type { FaultKind } from '../mock-service/faults/fault.ts';

/** The project of all states. */
export const PROJECT = 'shop';

/** One documented state, and the expected result of `act` in it. */
export type State = {
  says: string;
  act: Act;
  arrange: (bench: Bench) => unknown;
  /** Expected readiness. `not-seen`: nothing read shows it, so it is yes. `not-known`: nothing was read. */
  readiness: 'yes' | 'no' | 'unsure' | 'not-seen' | 'not-known';
  /** Its kind of verdict, where that does not follow from `readiness`. */
  verdict?: 'working' | 'not-known';
  /** The named cause, beforehand or, where it is not seen, by the refusal. */
  cause: CauseKind | null;
  /** The service's response: its code, or how it fails; null: it accepts. */
  code: string | null;
  /** What prevents this browser from reaching the service. */
  without?: 'pairing' | 'network' | 'edge' | 'role' | 'reading' | 'polls';
  /** How the last request to the edge failed. */
  failure?: ApiErrorKind;
  /** The project's page is open, which also reads what only a reading of its own shows. */
  isOpen?: true;
};

const usual: Pick<State, 'act' | 'readiness'> = { act: 'prompt', readiness: 'no' };
const feature = (bench: Bench, name: string, setting: object) =>
  bench.call('PUT', `/projects/${PROJECT}/limits`, { features: { [name]: setting } });
/** Makes every further call fail this way. */
const always = (fault: FaultKind) => (bench: Bench) =>
  bench.control.addFault({ ...fault, operation: '*', count: 1_000 });
const emergency = (bench: Bench, credits: number) =>
  bench.control.appCall(PROJECT, { feature: 'ai_text', credits });

/** Every documented state that stops something, in the order of causes. */
export const STATES: readonly State[] = [
  { ...usual, says: 'nothing is in the way', arrange: () => {}, readiness: 'yes', cause: null, code: null },
  {
    ...usual,
    says: 'the browser is not paired',
    arrange: () => {},
    without: 'pairing',
    verdict: 'not-known',
    cause: 'not-paired',
    code: null,
  },
  {
    ...usual,
    says: 'the browser has no network',
    arrange: () => {},
    without: 'network',
    verdict: 'not-known',
    cause: 'offline',
    code: null,
  },
  {
    ...usual,
    says: 'the edge does not answer',
    arrange: () => {},
    without: 'edge',
    failure: 'edge-unreachable',
    verdict: 'not-known',
    cause: 'edge-not-answering',
    code: null,
  },
  {
    ...usual,
    says: 'the edge answers with an error',
    arrange: () => {},
    without: 'edge',
    failure: 'edge-failing',
    verdict: 'not-known',
    cause: 'edge-not-answering',
    code: null,
  },
  {
    ...usual,
    says: 'the edge is not set up',
    arrange: () => {},
    without: 'edge',
    failure: 'edge-not-configured',
    verdict: 'not-known',
    cause: 'edge-not-answering',
    code: null,
  },
  {
    ...usual,
    says: 'the edge was asked too often',
    arrange: () => {},
    without: 'edge',
    failure: 'rate-limited',
    verdict: 'not-known',
    cause: 'edge-not-answering',
    code: null,
  },
  {
    ...usual,
    says: 'the browser has not heard of its edge for an hour',
    arrange: () => {},
    without: 'reading',
    readiness: 'not-known',
    cause: null,
    code: null,
  },
  {
    ...usual,
    says: 'the edge says that what it was due to read has not been read',
    arrange: () => {},
    without: 'polls',
    readiness: 'not-known',
    cause: null,
    code: null,
  },
  {
    ...usual,
    says: "the edge's key is rejected (Authentication 2)",
    arrange: always({ kind: 'wrong-envelope', status: 401, body: { error: 'Unauthorized' } }),
    cause: 'key-rejected',
    code: 'key-rejected',
  },
  {
    ...usual,
    says: 'the service answers with an error',
    arrange: always({ kind: 'error', status: 503, code: 'DOWN' }),
    readiness: 'unsure',
    cause: 'service-not-answering',
    code: 'DOWN',
  },
  {
    ...usual,
    says: "a firewall's page is answered in the service's place",
    arrange: always({ kind: 'html', status: 403 }),
    readiness: 'unsure',
    cause: 'service-not-answering',
    code: 'unexpected-answer',
  },
  {
    ...usual,
    says: "the device's role is viewer",
    arrange: () => {},
    without: 'role',
    cause: 'role-too-low',
    code: null,
  },
  {
    ...usual,
    says: 'the project is gone (published reference, all of a project)',
    arrange: ({ control }) => control.removeProject(PROJECT),
    readiness: 'not-known',
    cause: 'project-gone',
    code: 'PROJECT_NOT_FOUND',
  },
  {
    ...usual,
    says: 'the balance is used up (Errors, INSUFFICIENT_CREDITS)',
    arrange: ({ control }) => control.setAccount({ recurrentCredits: 0, oneTimeCredits: 0 }),
    cause: 'balance-used-up',
    code: 'INSUFFICIENT_CREDITS',
  },
  {
    ...usual,
    says: 'the balance is less than the price of a launch (Credit costs)',
    act: 'launch',
    arrange: ({ control }) => control.setAccount({ recurrentCredits: 0, oneTimeCredits: 0.01 }),
    cause: 'balance-used-up',
    code: 'INSUFFICIENT_CREDITS',
  },
  {
    ...usual,
    says: "the plan's projects are used up (published reference, Creating)",
    act: 'launch',
    arrange: ({ control }) => {
      control.setPlan('free');
      control.addProjects(3);
    },
    readiness: 'not-seen',
    cause: 'projects-used-up',
    code: 'MAX_PROJECTS_REACHED',
  },
  {
    ...usual,
    says: 'projects are created faster than the plan allows (Errors, RATE_LIMIT_EXCEEDED)',
    act: 'launch',
    arrange: ({ control }) => control.countCreations(1_500),
    readiness: 'not-seen',
    cause: 'created-too-fast',
    code: 'RATE_LIMIT_EXCEEDED',
  },
  {
    ...usual,
    says: 'usage spiked and the app was paused to protect credits (Events, project.kill_switch.fired)',
    act: 'prompt',
    arrange: (bench) => emergency(bench, EMERGENCY_STOP_CREDITS),
    readiness: 'unsure',
    cause: 'emergency-stop',
    code: null,
  },
  {
    ...usual,
    says: 'the project is paused (Events, project.paused)',
    arrange: ({ control }) => control.setPaused(PROJECT, true),
    readiness: 'unsure',
    cause: 'project-paused',
    code: null,
  },
  {
    ...usual,
    says: 'the development cap is reached (Credit limits)',
    arrange: ({ control }) => control.crossCap(PROJECT),
    cause: 'development-cap',
    code: 'PROJECT_CREDIT_LIMIT_REACHED',
  },
  {
    ...usual,
    says: 'a version is being recovered (What excludes what, R)',
    arrange: ({ control }) => {
      control.addVersion(PROJECT);
      control.startRecovery(PROJECT);
    },
    verdict: 'working',
    cause: 'recovery-running',
    code: 'RECOVERY_RUNNING',
  },
  {
    ...usual,
    says: 'a batch of prompts runs (What excludes what, B)',
    arrange: ({ control }) => control.startBatch(PROJECT, { prompts: ['One', 'Two', 'Three'] }),
    verdict: 'working',
    cause: 'batch-running',
    code: 'AUTO_EXECUTION_ALREADY_ACTIVE',
  },
  {
    ...usual,
    says: 'a run goes on (What excludes what, A)',
    arrange: ({ control }) => control.startRun(PROJECT),
    verdict: 'working',
    cause: 'agent-running',
    code: 'AGENT_RUNNING',
  },
  {
    ...usual,
    says: 'a run goes on, and it is to be deployed',
    act: 'deploy',
    arrange: ({ control }) => control.startRun(PROJECT),
    verdict: 'working',
    cause: 'agent-running',
    code: 'AGENT_RUNNING',
  },
  {
    ...usual,
    says: 'a deployment goes on (What excludes what, D)',
    arrange: ({ control }) => control.startDeployment(PROJECT),
    verdict: 'working',
    cause: 'deployment-running',
    code: 'DEPLOYMENT_RUNNING',
  },
  {
    ...usual,
    says: 'the preview is being rebuilt (What excludes what, X)',
    arrange: ({ control }) => control.startRebuild(PROJECT),
    readiness: 'not-seen',
    cause: 'rebuild-running',
    code: 'REBUILD_RUNNING',
  },
  {
    ...usual,
    says: 'the preview is being rebuilt, and its page is open (What excludes what, X)',
    arrange: ({ control }) => control.startRebuild(PROJECT),
    isOpen: true,
    verdict: 'working',
    cause: 'rebuild-running',
    code: 'REBUILD_RUNNING',
  },
  {
    ...usual,
    says: 'another project is being imported (What excludes what, X)',
    arrange: ({ control }) => control.setImporting(PROJECT),
    verdict: 'working',
    cause: 'import-running',
    code: 'IMPORT_IN_PROGRESS',
  },
  {
    ...usual,
    says: 'the repository is being pulled (What excludes what, X)',
    arrange: ({ control }) =>
      control.connectGithub(PROJECT, { pull: { status: 'pulling', createdAt: control.now() } }),
    readiness: 'not-seen',
    cause: 'pull-running',
    code: 'GITHUB_PULL_RUNNING',
  },
  {
    ...usual,
    says: 'the repository is being pulled, and its page is open (What excludes what, X)',
    arrange: ({ control }) =>
      control.connectGithub(PROJECT, { pull: { status: 'pulling', createdAt: control.now() } }),
    isOpen: true,
    verdict: 'working',
    cause: 'pull-running',
    code: 'GITHUB_PULL_RUNNING',
  },
  {
    ...usual,
    says: 'the server sleeps; a prompt wakes it (What excludes what, S)',
    arrange: ({ control }) => control.fallAsleep(PROJECT),
    readiness: 'yes',
    cause: 'server-not-ready',
    code: null,
  },
  {
    ...usual,
    says: 'the server sleeps, and it is to be deployed (What excludes what, S)',
    act: 'deploy',
    arrange: ({ control }) => control.fallAsleep(PROJECT),
    cause: 'server-not-ready',
    code: 'SERVER_NOT_READY',
  },
  {
    ...usual,
    says: 'the infrastructure cap is reached (Credit limits)',
    act: 'app',
    arrange: ({ control }) => control.crossCap(PROJECT, 'infrastructure'),
    cause: 'infrastructure-cap',
    code: 'FEATURE_LIMIT_REACHED',
  },
  {
    ...usual,
    says: 'the infrastructure cap is reached, which stops no prompt',
    arrange: ({ control }) => control.crossCap(PROJECT, 'infrastructure'),
    readiness: 'yes',
    cause: null,
    code: null,
  },
  {
    ...usual,
    says: 'a feature is switched off (States, Feature)',
    act: 'app',
    arrange: (bench) => feature(bench, 'ai_text', { enabled: false }),
    cause: 'feature-off',
    code: 'FEATURE_DISABLED',
  },
  {
    ...usual,
    says: 'the parent of a feature is switched off (Feature limit entry)',
    act: 'app',
    arrange: (bench) => feature(bench, 'ai', { enabled: false }),
    cause: 'feature-off',
    code: 'FEATURE_DISABLED',
  },
  {
    ...usual,
    says: 'all features are switched off at once (Feature limit entry, `all`)',
    act: 'app',
    arrange: (bench) => feature(bench, 'all', { enabled: false }),
    cause: 'feature-off',
    code: 'FEATURE_DISABLED',
  },
  {
    ...usual,
    says: 'the budget of a feature is spent (States, Feature budget)',
    act: 'app',
    arrange: async (bench) => {
      await feature(bench, 'ai_text', { monthlyCreditCap: 5 });
      bench.control.useFeature(PROJECT, 'ai_text', { credits: 5 });
    },
    cause: 'feature-budget',
    code: 'FEATURE_LIMIT_REACHED',
  },
  {
    ...usual,
    says: 'the budget of all features is spent, which is the infrastructure cap (Feature limits)',
    act: 'app',
    arrange: async (bench) => {
      await feature(bench, 'all', { monthlyCreditCap: 5 });
      bench.control.useFeature(PROJECT, 'ai_text', { credits: 5 });
    },
    cause: 'infrastructure-cap',
    code: 'FEATURE_LIMIT_REACHED',
  },
];
