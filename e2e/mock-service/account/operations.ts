import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord } from '../http/values.ts';
import { balance } from '../limits/charge.ts';
import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from './credit-costs.ts';
import { requireSomeCredits } from './no-credits.ts';

/** Service reference, Endpoints: Account. */
export const ACCOUNT_OPERATIONS: Operation[] = [
  { name: 'getAccount', method: 'GET', path: '/account', cost: 'free', handle: getAccount },
  { name: 'getCreditCosts', method: 'GET', path: '/credit-costs', cost: 'free', handle: getCreditCosts },
  { name: 'getV2OptIn', method: 'GET', path: '/account/v2-opt-in', cost: 'free', handle: getV2OptIn },
  { name: 'setV2OptIn', method: 'PUT', path: '/account/v2-opt-in', cost: 'free', handle: setV2OptIn },
];

function getAccount({ world, legacyHost }: Call): Answer {
  requireSomeCredits(world, legacyHost);
  const { recurrentCredits, oneTimeCredits } = world.account;
  return { data: { credits: balance(world), recurrentCredits, oneTimeCredits } };
}

function getCreditCosts({ world, query, legacyHost }: Call): Answer {
  requireSomeCredits(world, legacyHost);
  return { data: { creditCosts: query.get('engine') === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS } };
}

function getV2OptIn({ world }: Call): Answer {
  return { data: { v2OptIn: world.account.v2OptIn, available: world.account.v2OptInAvailable } };
}

function setV2OptIn({ world, key, body }: Call): Answer {
  if (key.restricted || !key.owner) {
    refuse(403, 'API_KEY_SCOPE_FORBIDDEN', "Account settings need the account's own key");
  }
  if (!isRecord(body) || typeof body.v2OptIn !== 'boolean') {
    refuse(400, 'INVALID_V2_OPT_IN', 'v2OptIn must be true or false');
  }
  world.account.v2OptIn = body.v2OptIn;
  return { data: { v2OptIn: world.account.v2OptIn } };
}
