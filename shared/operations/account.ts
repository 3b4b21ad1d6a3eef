import * as z from 'zod/mini';
import {
  accountRecord,
  creditCostsRecord,
  engineOptInRecord,
  spendingAnalyticsRecord,
} from '../builder-api/account.ts';
import { form, matching } from '../request-schema.ts';
import { operation } from './operation.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_SPAN_DAYS = 90;
const DAY_LENGTH_MS = 86_400_000;

const day = z.string().check(matching(DAY, 'must be a day as YYYY-MM-DD'));

const spendingQuery = z.strictObject({ from: day, to: day, projectId: z.optional(z.string()) }).check(
  z.refine(({ from, to }) => {
    const span = (Date.parse(to) - Date.parse(from)) / DAY_LENGTH_MS;
    return span >= 0 && span <= MAX_SPAN_DAYS;
  }, 'must span 0 to 90 days'),
);

export const accountOperations = {
  getAccount: operation('GET', '/account', accountRecord),
  getCreditCosts: operation('GET', '/credit-costs', creditCostsRecord, {
    query: z.strictObject({ engine: z.optional(z.string()) }),
  }),
  getEngineOptIn: operation('GET', '/account/v2-opt-in', engineOptInRecord, { cost: 'unstated' }),
  setEngineOptIn: operation('PUT', '/account/v2-opt-in', engineOptInRecord, {
    role: 'owner',
    body: form('INVALID_V2_OPT_IN', { v2OptIn: z.boolean('INVALID_V2_OPT_IN') }),
  }),
  getSpending: operation('GET', '/credits/spending-analytics', spendingAnalyticsRecord, {
    base: 'root',
    query: spendingQuery,
  }),
};
