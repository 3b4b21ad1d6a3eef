import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { absent, fieldRows, isoTime, oneOf, text } from './fields.ts';
import { row, type Section } from './row.ts';

const GROUPS = '/project-groups';

async function create(bench: Bench, body: Record<string, unknown> = { name: 'Clients' }) {
  return (await bench.call('POST', GROUPS, body)).data;
}

export const GROUP_SECTIONS: Section[] = [
  {
    section: 'Gaps page: groups',
    rows: [
      ...fieldRows('created group', (bench) => create(bench, { name: 'Clients', description: 'Paying' }), {
        groupId: text,
        name: oneOf('Clients'),
        description: oneOf('Paying'),
        createdAt: isoTime,
        updatedAt: isoTime,
        projectCount: absent,
      }),
      row('the list is the data itself, each group with its count', async (bench) => {
        const { groupId } = await create(bench);
        bench.control.addProject({ projectId: 'shop', groupId });
        const { data } = await bench.call('GET', GROUPS);
        expect(data).toMatchObject([{ groupId, name: 'Clients', projectCount: 1 }]);
      }),
      row('the list: search, limit and skip', async (bench) => {
        for (const name of ['Clients', 'Studio', 'Client tests']) await create(bench, { name });
        const names = async (query: string) =>
          (await bench.call('GET', `${GROUPS}${query}`)).data.map(({ name }: { name: string }) => name);
        expect(await names('?search=CLIENT')).toEqual(['Clients', 'Client tests']);
        expect(await names('?limit=1&skip=1')).toEqual(['Studio']);
      }),
      row('one group, with its count', async (bench) => {
        const { groupId } = await create(bench);
        expect((await bench.call('GET', `${GROUPS}/${groupId}`)).data).toMatchObject({
          groupId,
          projectCount: 0,
        });
      }),
      row('PATCH changes what is sent, and only that', async (bench) => {
        const { groupId } = await create(bench, { name: 'Clients', description: 'Paying' });
        await bench.control.advance(1_000);
        const renamed = await bench.call('PATCH', `${GROUPS}/${groupId}`, { name: 'Customers' });
        expect(renamed.data).toMatchObject({ name: 'Customers', description: 'Paying' });
        expect(renamed.data.updatedAt > renamed.data.createdAt).toBe(true);
        const cleared = await bench.call('PATCH', `${GROUPS}/${groupId}`, { description: '' });
        expect(cleared.data).toMatchObject({ name: 'Customers', description: '' });
        expect((await bench.call('GET', `${GROUPS}/${groupId}`)).data).toEqual(cleared.data);
      }),
      row('DELETE releases its projects; they stay, ungrouped', async (bench) => {
        const { groupId } = await create(bench);
        bench.control.addProject({ projectId: 'shop', groupId });
        const { data } = await bench.call('DELETE', `${GROUPS}/${groupId}`);
        expect(data).toEqual({ deleted: true, releasedProjects: 1 });
        expect((await bench.call('GET', '/projects/shop')).data.groupId).toBeUndefined();
        expect(await bench.ids('?groupId=none')).toEqual(['shop']);
        expect((await bench.call('GET', `${GROUPS}/${groupId}`)).status).toBe(404);
      }),
      row('a project is filed under a group that was made here', async (bench) => {
        const { groupId } = await create(bench);
        bench.project('shop');
        await bench.call('PATCH', '/projects/shop', { groupId });
        expect(await bench.ids(`?groupId=${groupId}`)).toEqual(['shop']);
        expect((await bench.call('GET', `${GROUPS}/${groupId}`)).data.projectCount).toBe(1);
      }),
      row('a group needs a name; another account’s is not there', async (bench) => {
        bench.control.addGroup({ groupId: 'theirs', own: false });
        await bench.refused(() => bench.call('POST', GROUPS, { name: ' ' }), 400, 'VALIDATION_ERROR');
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const ask = () =>
            bench.call(method, `${GROUPS}/theirs`, method === 'PATCH' ? { name: 'Ours' } : undefined);
          await bench.refused(ask, 404, 'PROJECT_GROUP_NOT_FOUND');
        }
        expect((await bench.call('GET', GROUPS)).data).toEqual([]);
      }),
      row('groups cost nothing', async (bench) => {
        const cost = await bench.cost(async () => {
          const { groupId } = await create(bench);
          await bench.call('DELETE', `${GROUPS}/${groupId}`);
        });
        expect(cost).toBe(0);
      }),
    ],
  },
];
