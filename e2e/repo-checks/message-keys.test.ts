import { expect, test } from 'vitest';
import { readMessages } from '../../extension/modules/messages/read-messages.ts';
import { isTest } from './import-graph.ts';
import { ownFiles, textOf } from './own-files.ts';

/**
 * Where a message that is named after a page may be used: in the page, and in what is made for it. What
 * several pages say is named by what it says (`verb.`, `fact.`, `status.`, `count.`).
 */
const HOMES: Record<string, RegExp> = {
  'popup.': /^popup\//,
  'options.': /^(?:options|entrypoints\/(?:options|first))\//,
  'first.': /^(?:options|entrypoints\/first)\//,
  'now.': /^now\//,
  'launch.': /^(?:background\/)?launch\//,
  'console.activity.': /^console\/(?:pages\/activity|kit)\//,
  'console.alerts.': /^console\/(?:pages\/settings\/alerts|kit)\//,
  'console.account.': /^console\/pages\/settings\//,
  'console.webhooks.': /^console\/(?:pages\/settings|kit)\//,
  'console.projects.': /^console\/(?:pages\/projects|kit)\//,
  'console.import.': /^console\/(?:pages\/import|kit)\//,
  'console.money.': /^console\/(?:pages\/money|kit)\//,
  'console.operations.': /^console\/pages\/operations\//,
  'console.launch.': /^console\/pages\/launch\//,
  'console.talk.': /^console\/pages\/project\/talk\//,
  'console.limits.': /^console\/pages\/project\/limits\//,
  'console.guards.': /^console\/(?:pages\/project\/limits|kit)\//,
  'console.ship.': /^console\/pages\/project\/ship\//,
  'console.webhook.': /^console\/pages\/project\/ship\//,
  'console.data.': /^console\/(?:pages\/project\/data|grid)\//,
  'console.database.': /^console\/(?:pages\/project\/data|grid)\//,
  'console.rows.': /^console\/(?:pages\/project\/data|grid)\//,
  'console.files.': /^console\/(?:pages\/project\/data|grid)\//,
  'console.relations.': /^console\/(?:pages\/project\/data|grid)\//,
};

/** The palette offers what stands on every page, by its own words. */
const PALETTE = /^console\/frame\/palette/;

test('a message that is named after a page is said there alone', async () => {
  const spoken = new Set((await readMessages('en')).map(({ key }) => key.join('.')));
  const strays: string[] = [];
  for (const file of ownFiles(/^extension\/.*\.tsx?$/)) {
    const place = file.slice('extension/'.length);
    if (isTest(file) || PALETTE.test(place)) continue;
    for (const [, key = '', rest] of textOf(file).matchAll(/['`]([a-z]\w*(?:\.\w+)+)(\.\$\{)?/g)) {
      if (!spoken.has(key) && !rest) continue;
      const [, home] = Object.entries(HOMES).find(([named]) => `${key}.`.startsWith(named)) ?? [];
      if (home && !home.test(place)) strays.push(`${file}: ${key}`);
    }
  }
  expect(strays).toEqual([]);
  const named = [...spoken];
  for (const page of Object.keys(HOMES))
    expect(
      named.some((key) => key.startsWith(page)),
      page,
    ).toBe(true);
});
