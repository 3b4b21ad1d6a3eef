// @vitest-environment happy-dom
import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { Verdict } from '../../shared/spending/verdict.ts';
import { Glyph } from './icons.tsx';
import { VerdictSign } from './verdict.tsx';

const drawn = (node: Parameters<typeof render>[0]) => render(node).container.innerHTML;

it('room for less than one run is a warning, though it is free to build', () => {
  const usual = { low: 19, high: 35, count: 8 };
  const short: Verdict = {
    kind: 'free',
    readiness: { kind: 'short', by: 'development-cap', left: 11, usual },
    notLooked: [],
    atCap: null,
  };
  const free: Verdict = {
    kind: 'free',
    readiness: { kind: 'yes', lasting: null, room: null, after: null },
    notLooked: [],
    atCap: null,
  };
  expect(drawn(<VerdictSign of={short} />)).toBe(drawn(<Glyph name="warning" />));
  expect(drawn(<VerdictSign of={free} />)).toBe(drawn(<Glyph name="done" />));
});
