import { refuseField } from '../http/problem.ts';
import { brief } from './values.ts';

/** A pattern with the options `i`, `m`, `x` and `s` (gaps page, filter operators). 400 names the field. */
export function regexOf(field: string, pattern: unknown, options: unknown = ''): RegExp {
  if (typeof pattern !== 'string') return refuseField(field, `regex of ${field} must be text.`);
  if (typeof options !== 'string' || !/^[imxs]*$/.test(options)) {
    return refuseField(field, `options of ${field} may be i, m, x and s, not ${brief(options)}.`);
  }
  const source = options.includes('x') ? withoutSpaces(pattern) : pattern;
  const flags = [...new Set(options.replaceAll('x', ''))].join('');
  try {
    return new RegExp(source, flags);
  } catch {
    return refuseField(field, `regex of ${field} is no pattern: ${brief(pattern)}.`);
  }
}

/** Removes what option `x` ignores: spaces, and `#` to the end of the line, unless escaped or in brackets. */
function withoutSpaces(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|#[^\n]*|\s/gs, (part) =>
    part.startsWith('\\') || part.startsWith('[') ? part : '',
  );
}
