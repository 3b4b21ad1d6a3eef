import { expect, test } from 'vitest';
import { requireNode } from './run.ts';
import { Stop } from './stop.ts';

test.each(['20.20.2', '22.11.0'])(
  'Node %s is refused before anything is asked, with what to install',
  (version) => {
    expect(() => requireNode(version)).toThrow(Stop);
    expect(() => requireNode(version)).toThrow(/Install Node 24/);
  },
);

test.each(['22.12.0', '24.21.0', '26.0.0'])('Node %s is enough', (version) =>
  expect(() => requireNode(version)).not.toThrow(),
);
