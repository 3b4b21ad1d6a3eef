import * as z from 'zod/mini';
import { capRequest } from '../../shared/edge-api/caps.ts';
import { type GuardRequest, guardKind, guardRequest, guardUndo } from '../../shared/edge-api/guards.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import { balanceAlarm } from '../../shared/spending/statement.ts';
import { atService, here } from '../account/route.ts';
import { changeOf } from '../caps/caps.ts';
import { success } from '../http/result.ts';

/** What a guard calls of itself besides reads; null = nothing. */
function calledBy(guard: GuardRequest): OperationName | null {
  switch (guard.kind) {
    case 'run-budget':
    case 'raise':
      return 'setCreditLimits';
    case 'run-time':
      return 'stopAgent';
    case 'day-budget':
      return guard.stopsRun ? 'stopAgent' : null;
    case 'failures':
      return null;
  }
}

/** Guards of projects, caps of this month, and where credits went. */
export const guardRoutes = [
  here('GET /guards/:projectId', 'viewer', {}, ({ guards }, _, { projectId }) =>
    success(guards.get(projectId)),
  ),
  atService(
    'PUT /guards/:projectId',
    'owner',
    { body: guardRequest, needs: calledBy },
    ({ guards }, who, { projectId, body }) => guards.put(who, projectId, body),
  ),
  /** `kind`: of this guard; without it of all of the project. */
  atService(
    'DELETE /guards/:projectId',
    'owner',
    { query: z.object({ kind: z.optional(guardKind) }) },
    ({ guards }, who, { projectId, query }) => guards.remove(who, projectId, query.kind ?? null),
  ),
  /** How often the guard would have acted in the last 30 days. */
  here(
    'POST /guards/:projectId/trial',
    'owner',
    { body: guardRequest },
    async ({ guards }, _, { projectId, body }) => success(await guards.try(projectId, body)),
  ),
  atService(
    'POST /guards/:projectId/undo',
    'owner',
    { body: guardUndo },
    ({ guards, noting }, by, { projectId, body }) =>
      noting('undoGuard', projectId, (who) => guards.undo(who, projectId, body.kind))(by),
  ),
  /** Compares one of a project's caps or a feature's budget, and sets it. */
  atService(
    'PUT /caps/:projectId',
    'owner',
    { body: capRequest, needs: 'setCreditLimits' },
    async ({ attention, caps, devices }, { deviceId }, { projectId, body }) => {
      const result = await caps.put(projectId, body, { deviceId, name: devices.nameOf(deviceId) });
      attention.onCommand(deviceId, changeOf(projectId, body), result);
      return result;
    },
  ),
  /** `period`: a month or a day, UTC. */
  here('GET /statements/:period', 'viewer', {}, ({ balance }, _, { period }) => balance.statement(period)),
  here('PUT /balance-alarm', 'owner', { body: balanceAlarm }, ({ balance }, { deviceId }, { body }) =>
    balance.setAlarm(deviceId, body.credits),
  ),
];
