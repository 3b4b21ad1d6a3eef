import { iso } from '../clock/calendar.ts';
import type { EventData } from '../events/emit.ts';
import { monthPeriod } from '../limits/feature-use.ts';
import type { EventName } from '../world/event.ts';
import type { World } from '../world/world.ts';

type Sample = (world: World, projectId: string, at: number) => Record<string, unknown>;

const limit =
  (used: number, refusing: boolean): Sample =>
  (_world, _projectId, at) => ({
    feature: 'email',
    scope: 'feature',
    refusing,
    cap: 100,
    capKind: 'units',
    used,
    period: monthPeriod(at),
    at: iso(at),
  });

const switched =
  (refusing: boolean): Sample =>
  (_world, _projectId, at) => ({ feature: 'email', scope: 'feature', refusing, at: iso(at) });

const pause =
  (state: string): Sample =>
  (_world, _projectId, at) => ({ state, pausedAt: iso(at), resumable: true, at: iso(at) });

const job =
  (failures: number): Sample =>
  (world, _projectId, at) => ({
    jobId: world.random.hex(24),
    name: 'nightly-report',
    env: 'production',
    failures,
    lastStatus: 'error',
    at: iso(at),
  });

const justAt: Sample = (_world, _projectId, at) => ({ at: iso(at) });

/** A plausible `data` for each event: what its row of the Events table names, `projectId` aside. */
const SAMPLES: Record<EventName, Sample> = {
  'agent.prompt.finished': () => ({ status: 'done', prompt: 'Add a page' }),
  'deployment.finished': (world, _projectId, at) => ({
    deploymentId: world.random.hex(24),
    status: 'success',
    fixAttempts: 0,
    at: iso(at),
  }),
  'project.credit_limit.reached': () => ({ category: 'development', spent: 5_000, limit: 5_000 }),
  'project.feature_limit.warning': limit(80, false),
  'project.feature_limit.reached': limit(100, true),
  'project.feature.disabled': switched(true),
  'project.feature.enabled': switched(false),
  'project.paused': pause('paused'),
  'project.resumed': pause('active'),
  'project.lifecycle.state_changed': (_world, _projectId, at) => ({
    to: 'asleep',
    at: iso(at),
    reason: 'inactivity',
    nextStep: 'A visit wakes it',
  }),
  'project.kill_switch.fired': justAt,
  'project.credits.exhausted': justAt,
  'project.mobile_build.finished': (world, _projectId, at) => ({
    buildId: world.random.hex(24),
    status: 'success',
    at: iso(at),
  }),
  'project.preview.url_rotated': justAt,
  'project.payments.disconnected': justAt,
  'cron.job.paused': job(10),
  'cron.job.failing': job(10),
};

export function sampleData(world: World, event: EventName, projectId: string): EventData {
  return { projectId, ...SAMPLES[event](world, projectId, world.clock.now()) };
}
