import { expect, test } from 'vitest';
import { EDGE_URL, PAIRING_CODE } from './actors/edge-actor.ts';
import { createWorld } from './world.ts';

const TYPED_SECRET = 'canary-typed-secret';
const WORDS = 'A page about canaries';

test('what a browser forgets (docs/store/privacy.md): the account when it is unpaired, everything when it is reset', async () => {
  const world = await createWorld(3, { webhooks: true });
  try {
    world.service.control.addProject({ projectId: 'canary-project', label: 'Canary project' });
    const browser = await world.newBrowser('a');
    await world.until(browser.pair(PAIRING_CODE, 'first'));
    const secrets = [{ id: 's', name: 'MAIL_KEY', environment: 'both' as const }];
    const form = { name: 'canary-form', words: WORDS, label: '', secrets };
    for (const id of ['launched', 'kept']) await world.until(browser.fillIn({ ...form, id }, TYPED_SECRET));
    await world.until(browser.press('launched', null));
    world.service.control.crossCap('canary-project');
    await world.runFor(120_000);
    await world.until(browser.look());
    const { token } = browser;
    const kept = () => JSON.stringify([[...browser.state.local], [...browser.state.session]]);
    for (const word of [token ?? '', EDGE_URL, 'Canary project', WORDS, TYPED_SECRET])
      expect(kept()).toContain(word);

    expect(await world.until(browser.command('unpair'))).toMatchObject({ ok: true });
    for (const word of [token ?? '', EDGE_URL, 'Canary project']) expect(kept()).not.toContain(word);
    expect(kept()).toContain(WORDS);

    expect(await world.until(browser.command('resetAll'))).toMatchObject({ ok: true });
    for (const word of [WORDS, TYPED_SECRET, 'canary']) expect(kept()).not.toContain(word);
  } finally {
    world.close();
  }
});
