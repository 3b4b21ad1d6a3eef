import { describe, expect, it } from 'vitest';
import { fieldOfRefusal } from './refused-field.ts';

describe('refusals', () => {
  it('point at the field that mends them', () => {
    expect(fieldOfRefusal('INVALID_PROJECT_NAME')).toBe('name');
    expect(fieldOfRefusal('RESERVED_PROJECT_NAME')).toBe('name');
    expect(fieldOfRefusal('DUPLICATE_SECRET_NAME')).toBe('secrets');
    expect(fieldOfRefusal('INSUFFICIENT_CREDITS')).toBeNull();
  });
  it('take a code of tomorrow', () => {
    expect(fieldOfRefusal('BRAND_NEW')).toBeNull();
    expect(fieldOfRefusal('toString')).toBeNull();
  });
});
