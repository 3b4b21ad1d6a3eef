import { alertsSchema } from '../alerts/store.ts';
import { attentionSchema } from '../attention/store.ts';
import { balanceSchema } from '../balance/balance.ts';
import { appFilesSchema } from '../data-api/app-files.ts';
import { dataCallsSchema } from '../data-api/data-calls.ts';
import { dataKeysSchema } from '../data-api/keys.ts';
import { writeModeSchema } from '../data-api/write-mode.ts';
import { devicesSchema } from '../devices/devices.ts';
import { formerTokensSchema } from '../devices/former-tokens.ts';
import { pairingSchema } from '../devices/pairing.ts';
import { eventsSchema } from '../events/store.ts';
import { outlooksSchema } from '../forecasts/outlooks.ts';
import { enginesSchema } from '../gateway/engine-routing.ts';
import { capOverridesSchema } from '../guards/cap-override-rows.ts';
import { guardsSchema } from '../guards/guard-rows.ts';
import { guardedRunsSchema } from '../guards/guarded-runs.ts';
import { importsSchema } from '../imports/import-store.ts';
import { linksSchema } from '../links/store.ts';
import type { Form } from '../object/database.ts';
import { FORM_NUMBER } from '../object/form-number.ts';
import { jobsSchema } from '../object/jobs.ts';
import { launchesSchema } from '../paid-calls/launch-ledger.ts';
import { ledgerIdentitySchema } from '../paid-calls/ledger.ts';
import { runCostsSchema } from '../paid-calls/run-costs.ts';
import { sectionsSchema } from '../sections/section-store.ts';
import { sitesSchema } from '../sites/sites.ts';
import { webhookSchemas } from '../webhooks/webhooks.ts';
import { workSchema } from '../work/work.ts';
import { keyAccountSchema } from './key-account.ts';

const schemas = [
  jobsSchema,
  devicesSchema,
  formerTokensSchema,
  pairingSchema,
  sectionsSchema,
  launchesSchema,
  runCostsSchema,
  enginesSchema,
  eventsSchema,
  ...webhookSchemas,
  dataKeysSchema,
  dataCallsSchema,
  importsSchema,
  writeModeSchema,
  capOverridesSchema,
  guardsSchema,
  outlooksSchema,
  guardedRunsSchema,
  ledgerIdentitySchema,
  attentionSchema,
  alertsSchema,
  linksSchema,
  keyAccountSchema,
  appFilesSchema,
  workSchema,
  balanceSchema,
  sitesSchema,
];

export const FORM: Form = { number: FORM_NUMBER, schemas, steps: {} };
