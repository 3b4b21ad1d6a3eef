import { describe, expect, it } from 'vitest';
import { isRefusalCode, placeOf } from './refusal-code.ts';

describe('refusals', () => {
  it('point at the field that mends them', () => {
    expect(placeOf('INVALID_PROJECT_NAME')).toBe('name');
    expect(placeOf('DUPLICATE_SECRET_NAME')).toBe('secrets');
    expect(placeOf('INSUFFICIENT_CREDITS')).toBeNull();
  });
  it('take a code of tomorrow', () => {
    expect(isRefusalCode('BRAND_NEW')).toBe(false);
    expect(isRefusalCode('toString')).toBe(false);
    expect(placeOf('BRAND_NEW')).toBeNull();
  });
});
