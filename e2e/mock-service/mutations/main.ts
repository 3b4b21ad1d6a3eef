import { parseArgs } from 'node:util';
import { checkMutations } from './check-mutations.ts';
import { MUTATIONS } from './mutations.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = MUTATIONS.filter(({ what }) => what.includes(values.only ?? ''));
const results = await checkMutations(chosen, ({ mutation, caughtBy }) =>
  console.log(caughtBy === null ? `SURVIVES  ${mutation.what}` : `caught    ${mutation.what} (${caughtBy})`),
);
const caught = results.filter(({ caughtBy }) => caughtBy !== null).length;
console.log(
  `mutations: ${caught} of ${results.length} planted faults turn a row of the conformance table red`,
);
process.exit(caught === results.length ? 0 : 1);
