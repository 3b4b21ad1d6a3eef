import type { BenchRun } from '../bench-run.ts';
import type { Figure } from '../figure.ts';
import { backgroundStart } from './background-start.ts';
import { consoleProjects } from './console-projects.ts';
import { cpuOfRoutes } from './cpu-of-routes.ts';
import { data } from './data.ts';
import { gatewayRead } from './gateway-read.ts';
import { growth } from './growth.ts';
import { guards } from './guards.ts';
import { guest } from './guest.ts';
import { intake } from './intake.ts';
import { liveCheck } from './live-check.ts';
import { operationsCounted } from './operations-counted.ts';
import { polling } from './polling.ts';
import { popupPaint } from './popup-paint.ts';
import { quietDay } from './quiet-day.ts';
import { rowsWritten } from './rows-written.ts';
import { sizes } from './sizes.ts';
import { tableReading } from './table-reading.ts';
import { verification } from './verification.ts';
import { webhookToNotification } from './webhook-to-notification.ts';

/** Every measurement, in the order of the table. */
export const MEASUREMENTS: Readonly<Record<string, (run: BenchRun) => Promise<Figure[]>>> = {
  'gateway-read': gatewayRead,
  intake,
  verification,
  'popup-paint': popupPaint,
  'console-projects': consoleProjects,
  'background-start': backgroundStart,
  sizes,
  'webhook-to-notification': webhookToNotification,
  growth,
  looks: polling,
  guest,
  data,
  guards,
  'table-reading': tableReading,
  operations: operationsCounted,
  'quiet-day': quietDay,
  'live-check': liveCheck,
  'rows-written': rowsWritten,
  'cpu-of-routes': cpuOfRoutes,
};
