import type { FlagRule } from './flag.ts';

const DIGIT_GROUPS = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-]|\.\d)/g;

/** A line that holds a payment card number: 13 to 19 digits of a known first digit whose check digit (Luhn) is right. */
export const looksLikeCardNumber: FlagRule = (line) => {
  for (const [group] of line.matchAll(DIGIT_GROUPS)) {
    const digits = group.replace(/\D/g, '');
    if (/^[2-6]/.test(digits) && !/^(\d)\1+$/.test(digits) && hasLuhnCheck(digits)) return 'card-number';
  }
  return null;
};

/** Whether the last digit is the Luhn check digit of the others. */
export function hasLuhnCheck(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
