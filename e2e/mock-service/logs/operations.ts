import { HOUR_MS } from '../clock/calendar.ts';
import { publishedDeployment } from '../deployments/deployment.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import type { ProductionLogRecord } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';

const KEPT_MS = 72 * HOUR_MS;
/** How far back a response reaches when nothing narrows it. */
const USUAL_MS = 6 * HOUR_MS;
const LAST_LOGS = 50;

/** Gaps page, Logs. */
export const LOG_OPERATIONS: Operation[] = [
  {
    name: 'getDevelopmentLogs',
    method: 'GET',
    path: '/projects/:projectId/backend/dev/logs',
    cost: 'free',
    handle: getDevelopmentLogs,
  },
  {
    name: 'getProductionLogs',
    method: 'GET',
    path: '/projects/:projectId/backend/prod/logs',
    cost: 'free',
    handle: getProductionLogs,
  },
];

function getDevelopmentLogs(call: Call): Answer {
  return { data: { logs: requireProject(call).developmentLog.join('\n') } };
}

/** Oldest first. Without `from`, `to`, `regexSearch`: only the last hours; `getOnlyLastLogs` is ignored. */
function getProductionLogs(call: Call): Answer {
  const { world, query } = call;
  const project = requireProject(call);
  if (publishedDeployment(project) === undefined) {
    refuse(400, 'PROD_LOGS_WORKER_ERROR', 'The project is not published');
  }
  const now = world.clock.now();
  const narrowed = ['from', 'to', 'regexSearch'].some((name) => query.has(name));
  const from = instant(query, 'from') ?? now - (narrowed ? KEPT_MS : USUAL_MS);
  const to = instant(query, 'to') ?? now;
  const matches = searchOf(query.get('regexSearch'));
  const found = project.productionLog.filter((record) => {
    const at = record.EventTimestampMs ?? now;
    return at >= Math.max(from, now - KEPT_MS) && at <= to && matches(record);
  });
  const records = narrowed && query.get('getOnlyLastLogs') === 'true' ? found.slice(-LAST_LOGS) : found;
  return { data: world.assumptions.productionLogs === 'list' ? records : { records } };
}

function instant(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? refuse(400, 'PROD_LOGS_WORKER_ERROR', `${name} must be ISO 8601`) : at;
}

function searchOf(pattern: string | null): (record: ProductionLogRecord) => boolean {
  if (pattern === null || pattern === '') return () => true;
  try {
    const expression = new RegExp(pattern);
    return (record) => expression.test(JSON.stringify(record));
  } catch {
    return refuse(400, 'PROD_LOGS_WORKER_ERROR', 'regexSearch is not a regular expression');
  }
}
