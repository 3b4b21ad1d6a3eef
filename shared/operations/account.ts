import * as z from 'zod/mini';
import {
  accountRecord,
  creditCostsRecord,
  engineOptInRecord,
  spendingAnalyticsRecord,
} from '../builder-api/account.ts';
import { described, form, matching } from '../request-schema.ts';
import { operation } from './operation.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_SPAN_DAYS = 90;
const DAY_LENGTH_MS = 86_400_000;

const day = z
  .string()
  .check(matching(DAY, 'must be a day as YYYY-MM-DD'), z.describe('YYYY-MM-DD, at most 90 days in all'));

const spendingQuery = z.strictObject({ from: day, to: day, projectId: z.optional(z.string()) }).check(
  z.refine(({ from, to }) => {
    const span = (Date.parse(to) - Date.parse(from)) / DAY_LENGTH_MS;
    return span >= 0 && span <= MAX_SPAN_DAYS;
  }, 'must span 0 to 90 days'),
);

export const accountOperations = {
  getAccount: operation('GET', '/account', accountRecord, { does: 'Reads the balance of the account' }),
  getCreditCosts: operation('GET', '/credit-costs', creditCostsRecord, {
    does: 'Reads the fixed prices of the service',
    query: z.strictObject({
      engine: z.optional(described(z.string(), 'legacy: the price list of the older engine')),
    }),
  }),
  getEngineOptIn: operation('GET', '/account/v2-opt-in', engineOptInRecord, {
    does: 'Reads which engine new projects get',
    cost: 'unstated',
  }),
  setEngineOptIn: operation('PUT', '/account/v2-opt-in', engineOptInRecord, {
    does: 'Chooses the engine of new projects',
    role: 'owner',
    body: form('INVALID_V2_OPT_IN', {
      v2OptIn: described(z.boolean('INVALID_V2_OPT_IN'), 'yes: the current engine'),
    }),
  }),
  getSpending: operation('GET', '/credits/spending-analytics', spendingAnalyticsRecord, {
    does: 'Reads the credits spent per day',
    base: 'root',
    query: spendingQuery,
  }),
};
