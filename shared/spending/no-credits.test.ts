import { expect, test } from 'vitest';
import { SERVICE_CODES } from '../builder-api/codes.ts';
import { EDGE_ERROR_STATUS } from '../edge-api/envelope.ts';
import { saysNoCredits } from './no-credits.ts';
import { causeOfRefusal } from './refusal.ts';

test('a code of missing credits is one wherever it is read, and no other is', () => {
  for (const code of [...SERVICE_CODES, ...Object.keys(EDGE_ERROR_STATUS)]) {
    const cause = causeOfRefusal({ code, details: null }, 'prompt');
    expect(cause?.kind === 'balance-used-up', code).toBe(saysNoCredits(code));
    expect(saysNoCredits(code), code).toBe(/CREDITS/.test(code) && !/LIMIT|COST/.test(code));
  }
  expect(saysNoCredits(null)).toBe(false);
});
