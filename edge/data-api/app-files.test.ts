import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepDataKey, pairWithData } from '../testing/data.ts';
import { callEdge, type Paired, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  ({ owner, builder } = await pairWithData());
});
afterEach(() => reset());

/** Uploads a file as the builder. @returns its file name id */
async function upload(name: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${builder.token}`,
    origin: `chrome-extension://${'a'.repeat(32)}`,
  };
  const path = `/data/shop/files/upload?fileName=${encodeURIComponent(name)}`;
  return (await callEdge('POST', path, { headers, body: 'name,seats\nAda,2\n' })).data;
}
const listed = async () =>
  (await builder.ask('GET', '/app-files/shop')).data.files.map(({ name }: { name: string }) => name);

describe('files that were stored through this edge', () => {
  test('are listed with their names, newest first, for who may see records, until they are deleted', async () => {
    const first = await upload('guests of Ada.csv');
    await control('advance', 1_000);
    await upload('menu.csv');
    expect((await builder.ask('GET', '/app-files/shop')).data).toMatchObject({
      files: [{ name: 'menu.csv' }, { fileName: first, name: 'guests of Ada.csv', by: expect.any(String) }],
      isCut: false,
    });
    const viewer = await pairAs(owner, 'viewer');
    expect((await viewer.ask('GET', '/app-files/shop')).code).toBe('EDGE_ROLE_FORBIDDEN');
    expect((await owner.ask('DELETE', `/data/shop/files/${first}`)).code).toBe('EDGE_WRITE_MODE_OFF');
    expect(await listed()).toHaveLength(2);
    await owner.ask('POST', '/write-mode/shop?place=app');
    expect((await owner.ask('DELETE', `/data/shop/files/${first}`)).status).toBe(200);
    expect(await listed()).toEqual(['menu.csv']);
  });

  test('are no longer listed once the app has them no more', async () => {
    const file = await upload('menu.csv');
    await owner.ask('POST', '/write-mode/shop?place=app');
    await control('addFault', { operation: 'data.deleteFile', kind: 'reset-after', count: 1 });
    expect((await owner.ask('DELETE', `/data/shop/files/${file}`)).status).toBe(502);
    expect(await listed(), 'whether it is gone is not known').toEqual(['menu.csv']);
    expect((await owner.ask('DELETE', `/data/shop/files/${file}`)).code).toBe('EDGE_DATA_NOT_FOUND');
    expect(await listed()).toEqual([]);
  });

  test('a picture that was made is one, under the name it was asked under', async () => {
    const body = { prompt: 'a lamp', fileName: 'lamp', size: '512x512' };
    const key = { 'idempotency-key': 'image-00001' };
    expect((await builder.ask('POST', '/data/shop/openai/image', body, key)).status).toBe(200);
    expect(await listed()).toEqual(['lamp']);
  });

  test('those of the app that the key opened before are not among them', async () => {
    await upload('menu.csv');
    await control('addProject', { projectId: 'cafe' });
    await control('addTables', 'cafe', [{ type: 'drink', label: 'Drinks', properties: [{ name: 'name' }] }]);
    await keepDataKey(owner, 'shop', 'data-local-cafe');
    expect(await listed()).toEqual([]);
    await keepDataKey(owner, 'shop');
    expect(await listed()).toEqual(['menu.csv']);
  });
});
