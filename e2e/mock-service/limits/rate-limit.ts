import { isIP } from 'node:net';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isStringList } from '../http/values.ts';
import type { Plan } from '../world/account.ts';
import { VISITOR_LIMIT_DEFAULT } from '../world/new-project.ts';
import type { Project } from '../world/project.ts';
import { requireCurrentEngine } from '../world/require-engine.ts';
import { requireProject } from '../world/require-project.ts';

const LOWEST = 10;
const HIGHEST = 60_000;
const MOST_RANGES = 50;

export function getRateLimit(call: Call): Answer {
  const project = requireCurrentEngine(requireProject(call));
  return { data: view(project, call.world.account.plan) };
}

/** PATCH rate-limit: form, plan, then the allow-list; nothing is changed unless all of it fits. */
export function updateRateLimit(call: Call): Answer {
  const { plan } = call.world.account;
  const project = requireCurrentEngine(requireProject(call));
  const body = call.body ?? {};
  if (!isRecord(body)) refuse(400, 'VALIDATION_ERROR', 'The body must be an object');
  const { perIpPerMinute, allowlistCidrs, verifiedBotsExempt } = body;
  checkRequests(plan, perIpPerMinute);
  checkRanges(allowlistCidrs);
  if (verifiedBotsExempt !== undefined && typeof verifiedBotsExempt !== 'boolean') {
    refuse(400, 'VALIDATION_ERROR', 'verifiedBotsExempt must be true or false');
  }
  const setting = project.visitorLimit;
  if (perIpPerMinute === null || typeof perIpPerMinute === 'number') setting.perIpPerMinute = perIpPerMinute;
  if (isStringList(allowlistCidrs)) setting.allowlistCidrs = allowlistCidrs;
  if (typeof verifiedBotsExempt === 'boolean') setting.verifiedBotsExempt = verifiedBotsExempt;
  const sent = [perIpPerMinute, allowlistCidrs, verifiedBotsExempt];
  if (sent.some((value) => value !== undefined)) setting.source = 'user';
  return { data: view(project, plan) };
}

function checkRequests(plan: Plan, value: unknown): void {
  if (value === undefined) return;
  if (value === null) {
    if (plan.paid) return;
    refuse(403, 'RATE_LIMIT_DISABLE_NOT_ALLOWED', 'The free plan cannot switch the limit off');
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < LOWEST || value > HIGHEST) {
    refuse(400, 'VALIDATION_ERROR', `perIpPerMinute must be ${LOWEST} to ${HIGHEST}, or null`);
  }
  if (value > plan.rateLimitMax) {
    const planMax = plan.rateLimitMax;
    refuse(400, 'RATE_LIMIT_ABOVE_PLAN', `The ${plan.name} plan allows up to ${planMax}`, { planMax });
  }
}

function checkRanges(value: unknown): void {
  if (value === undefined) return;
  if (!isStringList(value) || value.length > MOST_RANGES) {
    refuse(400, 'VALIDATION_ERROR', `allowlistCidrs must be a list of at most ${MOST_RANGES} ranges`);
  }
  const wrong = value.find((range) => !isCidr(range));
  if (wrong !== undefined) refuse(400, 'INVALID_CIDR', `${wrong} is not an IPv4 or IPv6 range`);
}

function isCidr(range: string): boolean {
  const [address = '', bits = '', ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) <= (version === 4 ? 32 : 128);
}

function view(project: Project, plan: Plan) {
  const { perIpPerMinute, allowlistCidrs, verifiedBotsExempt, source } = project.visitorLimit;
  return {
    perIpPerMinute,
    allowlistCidrs,
    verifiedBotsExempt,
    planDefault: VISITOR_LIMIT_DEFAULT,
    planMax: plan.rateLimitMax,
    canDisable: plan.paid,
    source,
  };
}
