import type { Mutation } from './mutation.ts';

/**
 * Faults planted in the local service one by one; `npm run soak` requires a failing row of the conformance table for
 * each. Add one when you doubt a row: a surviving fault is a missing test.
 */
export const MUTATIONS: readonly Mutation[] = [
  // Projects
  {
    what: 'the wrong code for a group that is not the caller’s, on PATCH and launch',
    file: 'groups/group.ts',
    find: "'INVALID_PROJECT_GROUP'",
    replace: "'VALIDATION_ERROR'",
  },
  {
    what: 'PATCH files a project under a group without looking at it',
    file: 'projects/update-project.ts',
    find: 'requireRoomIn(world, groupId)',
    replace: 'String(groupId)',
  },
  {
    what: 'PATCH takes a label of 800',
    file: 'projects/update-project.ts',
    find: 'label: 80,',
    replace: 'label: 800,',
  },
  {
    what: 'PATCH takes a description of 5,000',
    file: 'projects/update-project.ts',
    find: 'description: 500 }',
    replace: 'description: 5000 }',
  },
  {
    what: 'PATCH ignores description: null',
    file: 'projects/update-project.ts',
    find: 'if (description !== undefined) {',
    replace: 'if (description !== undefined && description !== null) {',
  },
  {
    what: 'PATCH ignores an empty label',
    file: 'projects/update-project.ts',
    find: 'else if (label !== undefined) delete project.label;',
    replace: 'else if (label === null) delete project.label;',
  },
  {
    what: 'launch takes a label of 800',
    file: 'projects/create-project.ts',
    find: 'const LONGEST_LABEL = 80;',
    replace: 'const LONGEST_LABEL = 800;',
  },
  {
    what: 'launch forgets the description',
    file: 'projects/create-project.ts',
    find: "description: storedText(world, description ?? ''),",
    replace: "description: '',",
  },
  {
    what: 'a suffix of a taken name is a number',
    file: 'projects/project-id.ts',
    find: "const SUFFIX_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';",
    replace: "const SUFFIX_CHARACTERS = '-';",
  },
  {
    what: 'names of other accounts are free',
    file: 'projects/project-id.ts',
    find: 'return world.takenNames.some((name) =>',
    replace: 'return [].some((name: string) =>',
  },
  {
    what: '-dev- is no reserved name',
    file: 'projects/project-id.ts',
    find: "const RESERVED = '-dev-';",
    replace: "const RESERVED = '--dev--';",
  },
  {
    what: 'the list is sorted by change unless requested otherwise',
    file: 'projects/list-projects.ts',
    find: "query.get('sortField') === 'lastModified'",
    replace: "query.get('sortField') !== 'date'",
  },
  {
    what: 'a bare createdTo ends at its first millisecond',
    file: 'projects/list-projects.ts',
    find: "bound(query.get('createdTo'), DAY_MS - 1)",
    replace: "bound(query.get('createdTo'), 0)",
  },
  {
    what: 'X-Has-More is always false',
    file: 'projects/list-projects.ts',
    find: 'String(skip + limit < found.length)',
    replace: "'false'",
  },
  {
    what: 'Get Project returns a domain as production address before it is active',
    file: 'projects/view.ts',
    find: "project.customDomain?.status === 'active'",
    replace: 'project.customDomain !== null',
  },
  {
    what: 'Get Project returns the values of secrets',
    file: 'projects/view.ts',
    find: 'secrets: project.secrets.map(echoedSecret),',
    replace: 'secrets: project.secrets,',
  },
  {
    what: 'a sleeping project has no cached preview',
    file: 'projects/view.ts',
    find: "...(asleep\n      ? { developmentUrlFieldToUse: 'cachedDevelopmentUrl', cachedDevelopmentUrl }\n      : { developmentUrlFieldToUse: null }),",
    replace: 'developmentUrlFieldToUse: null,',
  },
  {
    what: 'a project of another plan can be deleted',
    file: 'projects/delete-project.ts',
    find: "if (project.plan !== 'api')",
    replace: "if (project.plan === 'never')",
  },
  {
    what: 'creations are counted by the minute only',
    file: 'world/account.ts',
    find: 'creationRates: [perMinute(30), perHour(360)],',
    replace: 'creationRates: [perMinute(30)],',
  },

  // Launch
  {
    what: 'the data: prefix of a file is kept',
    file: 'launch/attachments.ts',
    find: "const bare = content.replace(/^data:[^,]*;base64,/, '');",
    replace: "const bare = content.replace(/[^A-Za-z0-9+/=]/g, '');",
  },
  {
    what: 'a secret without a name is taken',
    file: 'launch/secrets.ts',
    find: 'if (!isText(secretName) || !isText(secretValue)) {',
    replace: 'if (!isText(secretValue)) {',
  },
  {
    what: 'the same secret name twice is taken',
    file: 'launch/secrets.ts',
    find: 'if (names.has(secretName))',
    replace: 'if (names.has(secretValue))',
  },
  {
    what: 'the infrastructure cap of a launch is 300',
    file: 'launch/launch-project.ts',
    find: 'maxInfrastructureCreditsPerMonth: 250,',
    replace: 'maxInfrastructureCreditsPerMonth: 300,',
  },
  {
    what: 'the caps of a launch are forgotten',
    file: 'launch/launch-project.ts',
    find: 'return { ...LAUNCH_CREDIT_LIMITS, ...readCaps(value) };',
    replace: 'return { ...readCaps({}), ...LAUNCH_CREDIT_LIMITS };',
  },
  {
    what: 'a launch does not ask for the credits of its run',
    file: 'launch/launch-project.ts',
    find: 'creationCost(fields.engine) + upload + RUN_START_CREDITS',
    replace: 'creationCost(fields.engine) + upload',
  },
  {
    what: 'requestedProjectId is always returned',
    file: 'launch/launch-project.ts',
    find: '...(projectId !== fields.requestedProjectId && { requestedProjectId: fields.requestedProjectId }),',
    replace: 'requestedProjectId: fields.requestedProjectId,',
  },
  {
    what: 'a private address of a file is taken',
    file: 'launch/attachments.ts',
    find: 'return !/^(0|10|127|169\\.254|192\\.168|172\\.(1[6-9]|2\\d|3[01]))\\./.test(hostname);',
    replace: 'return true;',
  },

  // Runs
  {
    what: 'no startedAt after the end',
    file: 'agent/status.ts',
    find: 'startedAt: startedAt === undefined ? null : iso(startedAt),',
    replace: "startedAt: startedAt === undefined || status === 'done' ? null : iso(startedAt),",
  },
  {
    what: 'creditsSpent is the sum of all runs',
    file: 'agent/status.ts',
    find: 'creditsSpent: run?.charged',
    replace: 'creditsSpent: project.runs.reduce((sum, { charged }) => sum + charged, 0)',
  },
  {
    what: 'the status of a failed run is error',
    file: 'agent/status.ts',
    find: "return run.outcome === 'running' ? 'init' : 'done';",
    replace:
      "return run.outcome === 'running' ? 'init' : run.outcome === 'error' ? ('error' as 'done') : 'done';",
  },
  {
    what: 'the event says how a run ended',
    file: 'agent/run.ts',
    find: 'return world.assumptions.eventTellsOutcome',
    replace: "return outcome !== 'done'",
  },
  {
    what: 'the prompt of the event is empty',
    file: 'agent/run.ts',
    find: "status: 'done', prompt: run.prompt };",
    replace: "status: 'done', prompt: '' };",
  },
  {
    what: 'a run that is capped at its start goes on speaking',
    file: 'agent/run.ts',
    find: "if (run.outcome !== 'running') return;\n  const steps",
    replace: 'const steps',
  },
  {
    what: 'a failed run is not refunded',
    file: 'agent/run.ts',
    find: "refund(world, project, 'prompt', run.charged);",
    replace: 'void refund;',
  },
  {
    what: 'a failed run says that it finished',
    file: 'agent/conversation.ts',
    find: "messageType: 'error',",
    replace: "messageType: 'finished',",
  },
  {
    what: 'nothing is taken at the start of a run',
    file: 'agent/run.ts',
    find: 'takeUpTo(world, project, run, Math.min(RUN_START_CREDITS, run.fullCost));',
    replace: 'takeUpTo(world, project, run, 0);',
  },
  {
    what: 'the agent says that a key was provided',
    file: 'agent/run.ts',
    find: '[name, { isProvided: false, description }]',
    replace: '[name, { isProvided: project.secrets.length > 0, description }]',
  },
  {
    what: 'a stopped run finishes as built',
    file: 'agent/operations.ts',
    find: "finishRun(call.world, project, run, 'stopped');",
    replace: "finishRun(call.world, project, run, 'done');",
  },
  {
    what: 'a stop leaves the batch going',
    file: 'agent/batch.ts',
    find: "batch.status = 'cancelled';\n      return;",
    replace: "batch.status = 'executing';\n      return;",
  },
  {
    what: 'a batch has 51 prompts',
    file: 'agent/start-agent.ts',
    find: 'const MOST_PROMPTS = 50;',
    replace: 'const MOST_PROMPTS = 51;',
  },
  {
    what: 'the last prompt of a batch does not run',
    file: 'agent/batch.ts',
    find: 'if (entry === undefined) {',
    replace: 'if (entry === undefined || batch.currentPromptIndex + 2 === batch.prompts.length) {',
  },
  {
    what: 'a planned batch returns its prompts before they are planned',
    file: 'agent/batch.ts',
    find: "prompts: 'prompts' in wish ? wish.prompts.map(pending) : [],",
    replace: "prompts: 'prompts' in wish ? wish.prompts.map(pending) : planOf(wish.goal).map(pending),",
  },
  {
    what: 'full-conversation returns the last run only',
    file: 'agent/conversation.ts',
    find: 'const messages = project.runs.flatMap(',
    replace: 'const messages = project.runs.slice(-1).flatMap(',
  },

  // What excludes what
  {
    what: 'a deploy goes out during a run',
    file: 'agent/exclusions.ts',
    find: "deploy: ['run', 'deploy', 'recovery'],",
    replace: "deploy: ['deploy', 'recovery'],",
  },
  {
    what: 'a run starts during a rebuild',
    file: 'agent/exclusions.ts',
    find: "'recovery', 'rebuild', 'pull', 'import'],",
    replace: "'recovery', 'pull', 'import'],",
  },
  {
    what: 'a failed recovery is in the way of everything',
    file: 'agent/exclusions.ts',
    find: "project.recovery?.status === 'recovering'",
    replace: 'project.recovery !== null',
  },
  {
    what: 'SERVER_NOT_READY does not charge the start of the server',
    file: 'agent/exclusions.ts',
    find: "charge(world, project, 'development', 'start_server', cost);",
    replace: 'void charge;',
  },
  {
    what: 'a run is refused while the server starts',
    file: 'world/assumptions.ts',
    find: "runWithoutServer: 'waits',",
    replace: "runWithoutServer: 'refused',",
  },

  // Deployments, versions, secrets, domains
  {
    what: 'liveUrl is returned while deploying',
    file: 'deployments/operations.ts',
    find: "...(last.status === 'success' && { liveUrl }),",
    replace: 'liveUrl,',
  },
  {
    what: 'a failed deploy is not refunded',
    file: 'deployments/deployment.ts',
    find: "if (failed) refund(world, project, 'deploy', deployment.charged);",
    replace: 'if (failed) void refund;',
  },
  {
    what: 'unpublishing keeps the domain',
    file: 'deployments/deployment.ts',
    find: 'project.customDomain = null;',
    replace: '',
  },
  {
    what: 'a recovery is free',
    file: 'versions/operations.ts',
    find: "charge(world, project, 'development', 'recover_version', cost);",
    replace: 'void charge;',
  },
  {
    what: 'the marker of a recovery stays',
    file: 'versions/recovery.ts',
    find: 'world.clock.now() >= recovery.startedAt + MARKER_EXPIRES_MS',
    replace: 'false',
  },
  {
    what: 'totalCount is of the page',
    file: 'versions/operations.ts',
    find: 'totalCount: versions.length',
    replace: 'totalCount: page.length',
  },
  {
    what: 'an added secret is echoed with its value',
    file: 'secrets/secret.ts',
    find: 'return { _id, secretName, environment };',
    replace:
      'return { _id, secretName, environment, ...(environment === "production" && { secretValue: "hidden-value" }) };',
  },
  {
    what: 'a domain needs no deployment',
    file: 'deployments/deployment.ts',
    find: "findLast(({ status }) => status === 'success')",
    replace: 'at(-1)',
  },
  {
    what: 'a domain is free',
    file: 'domain/operations.ts',
    find: "charge(world, project, 'development', 'add_custom_domain', cost);",
    replace: 'void charge;',
  },
  {
    what: 'a file is served without its signature',
    file: 'files/file.ts',
    find: "if (query.get('signature') !== file.signature)",
    replace: "if (query.get('signature') === 'never')",
  },
  {
    what: 'deleting a group leaves its projects in it',
    file: 'groups/operations.ts',
    find: 'delete project.groupId;',
    replace: '',
  },
  {
    what: 'production logs reach back without end',
    file: 'logs/operations.ts',
    find: 'at >= Math.max(from, now - KEPT_MS)',
    replace: 'at >= from',
  },

  // Account, limits
  {
    what: 'reading credit costs takes a credit',
    file: 'account/operations.ts',
    find: "return { data: { creditCosts: query.get('engine')",
    replace: "world.account.oneTimeCredits -= 1;\n  return { data: { creditCosts: query.get('engine')",
  },
  {
    what: 'a deploy costs more than its price',
    file: 'deployments/deployment.ts',
    find: "charge(world, project, 'development', 'deploy', deployment.charged);",
    replace: "charge(world, project, 'development', 'deploy', deployment.charged + 0.25);",
  },
  {
    what: 'a restricted key changes account settings',
    file: 'account/operations.ts',
    find: 'if (key.restricted || !key.owner) {',
    replace: 'if (!key.owner) {',
  },
  {
    what: 'caps are compared with the whole spending, not the month’s',
    file: 'world/usage.ts',
    find: 'const month = monthOf(at);',
    replace: 'const month = monthOf(at).slice(0, 4);',
  },
  {
    what: 'a fractional cap is refused',
    file: 'http/values.ts',
    find: "(typeof value === 'number' && Number.isFinite(value) && value > 0)",
    replace: "(typeof value === 'number' && Number.isInteger(value) && value > 0)",
  },
  {
    what: 'a cap is reported at every spending',
    file: 'limits/credit-limits.ts',
    find: 'if (project.capsReported.has(key)) continue;',
    replace: '',
  },
  {
    what: 'changing one cap answers both',
    file: 'limits/credit-limits.ts',
    find: 'return { data: { creditLimits: caps } };',
    replace: 'return { data: { creditLimits: project.creditLimits } };',
  },
  {
    what: 'a member may change caps',
    file: 'limits/credit-limits.ts',
    find: "if (!key.owner) refuse(403, 'OWNER_ONLY', 'Only the account owner can change credit limits');",
    replace: '',
  },
  {
    what: 'a budget warns at 90 %',
    file: 'limits/feature-use.ts',
    find: 'const WARNING_SHARE = 0.8;',
    replace: 'const WARNING_SHARE = 0.9;',
  },
  {
    what: 'the budget of all leaves the infrastructure cap',
    file: 'limits/feature-limits.ts',
    find: 'project.creditLimits.maxInfrastructureCreditsPerMonth = change.monthlyCreditCap;',
    replace: '',
  },
  {
    what: 'an allow-list has 5,000 ranges',
    file: 'limits/rate-limit.ts',
    find: 'const MOST_RANGES = 50;',
    replace: 'const MOST_RANGES = 5_000;',
  },

  // Webhooks
  {
    what: 'the signature is over latin1',
    file: 'webhooks/sign.ts',
    find: ".update(text).digest('hex')",
    replace: ".update(text, 'latin1').digest('hex')",
  },
  {
    what: 'the key of a signature is the secret’s text',
    file: 'webhooks/sign.ts',
    find: "const key = Buffer.from(secret.replace(/^whsec_/, ''), 'hex');",
    replace: 'const key = Buffer.from(secret);',
  },
  {
    what: 'a retry carries another event id',
    file: 'webhooks/dispatch.ts',
    find: "'X-Service-Event-Id': delivery.eventId,",
    replace: "'X-Service-Event-Id': String(delivery.attempts),",
  },
  {
    what: 'the second retry comes after a minute',
    file: 'webhooks/dispatch.ts',
    find: 'const RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS]',
    replace: 'const RETRY_DELAYS_MS = [30 * SECOND_MS, MINUTE_MS]',
  },
  {
    what: 'a redirect counts as delivered',
    file: 'webhooks/post.ts',
    find: 'status >= 200 && status < 300',
    replace: 'status >= 200 && status < 400',
  },
  {
    what: 'an empty filter list matches nothing',
    file: 'webhooks/register.ts',
    find: 'return value.length === 0 ? undefined : [...new Set(value)];',
    replace: 'return [...new Set(value)];',
  },
  {
    what: 'the cursor repeats its delivery',
    file: 'webhooks/operations.ts',
    find: 'entry.id < before',
    replace: 'entry.id <= before',
  },
  {
    what: 'the old secret of a project signs for ever',
    file: 'webhooks/project-webhook.ts',
    find: 'now - webhook.rotatedAt < OLD_SECRET_SIGNS_MS',
    replace: 'webhook.rotatedAt <= now',
  },
  {
    what: 'a link answers the record',
    file: 'database/legacy-engine.ts',
    find: 'return { data: { linked: true } };',
    replace: 'return { data: { linked: true, record: true } };',
  },
];
