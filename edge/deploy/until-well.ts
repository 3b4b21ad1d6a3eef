import type { Context } from './context.ts';
import { waitForVersion } from './edge-health.ts';
import { Stop } from './stop.ts';

/** @throws Stop when the edge does not respond as that version in time, or reports that something is missing */
export async function untilWell(
  { options, terminal }: Context,
  address: string,
  versionId: string | null,
): Promise<void> {
  const waited = await terminal.during(
    'Waiting until it answers; a new address can take a minute …',
    async (say) => {
      const result = await waitForVersion(address, versionId, options.waitMs);
      if (result.kind === 'answers') say('It answers, as this very deployment');
      return result;
    },
  );
  if (waited.kind === 'answers') {
    if (waited.health.problems.length === 0) return;
    throw new Stop(`The edge answers, but is not complete:\n${waited.health.problems.join('\n')}`);
  }
  const words =
    waited.kind === 'silent'
      ? `${address} does not answer yet.`
      : `${address} still answers as an earlier deployment.`;
  throw new Stop(
    `It is deployed, but ${words} \`npm run deploy -- status\` looks again; \`npm run deploy\` repeats this step and changes nothing else. Then \`npm run deploy -- new-owner\` makes the line to paste.`,
  );
}
