import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { absent, anyText, fieldRows, isoTime, oneOf, text } from './fields.ts';
import { notProvable, row, type Section } from './row.ts';

async function listed(bench: Bench): Promise<Record<string, unknown>> {
  bench.control.addGroup({ groupId: 'g1', name: 'Clients', own: true, full: false });
  await bench.launch({ label: 'Recipe box', groupId: 'g1', description: 'Recipes' });
  bench.control.finishRun('recipes');
  return (await bench.call('GET', '/projects')).data[0];
}

async function ids(bench: Bench, query: string): Promise<string[]> {
  const { data } = await bench.call('GET', `/projects${query}`);
  return data.map((project: { projectId: string }) => project.projectId);
}

/** Three projects, a day between each: `aaaa` (oldest, last changed) to `cccc`. */
function three({ control }: Bench): void {
  control.addGroup({ groupId: 'g1', name: 'Clients', own: true, full: false });
  const day = (date: number) => Date.UTC(2026, 10, date, 23, 59, 59, 999);
  control.addProject({ projectId: 'aaaa', createdAt: day(1), description: 'Barber (old)', groupId: 'g1' });
  control.addProject({ projectId: 'bbbb', createdAt: day(2), description: 'Shop' });
  control.addProject({ projectId: 'cccc', createdAt: day(3), description: 'Shop 100%' });
  control.setProject('aaaa', { lastModifiedAt: day(9) });
}

export const PROJECTS: Section[] = [
  {
    section: 'Resources: Project (list item)',
    rows: [
      ...fieldRows('project', listed, {
        projectId: text,
        description: anyText,
        plan: oneOf('api'),
        createdAt: isoTime,
        label: text,
        groupId: text,
        previewImageUrl: text,
        lastModifiedAt: isoTime,
        productionProjectUrl: (value) => typeof value === 'string' && value.startsWith('recipes.'),
      }),
      ...fieldRows(
        'bare project',
        async (bench) => {
          bench.project('recipes');
          return (await bench.call('GET', '/projects')).data[0];
        },
        { label: absent, groupId: absent, previewImageUrl: absent, lastModifiedAt: isoTime },
      ),
      row('lastModifiedAt moves with a prompt, a deploy and a rename', async (bench) => {
        bench.project('recipes');
        const changed = async () => (await bench.call('GET', '/projects/recipes')).data.lastModifiedAt;
        const seen = [await changed()];
        for (const change of [
          () => bench.control.startRun('recipes'),
          () => bench.control.finishRun('recipes'),
          () => bench.control.startDeployment('recipes'),
          () => bench.control.finishDeployment('recipes'),
          () => bench.call('PATCH', '/projects/recipes', { label: 'New' }),
        ]) {
          await bench.control.advance(1000);
          await change();
          seen.push(await changed());
        }
        expect(new Set(seen).size).toBe(4);
      }),
    ],
  },
  {
    section: 'Endpoints: List Projects',
    rows: [
      row('most recently created first', async (bench) => {
        three(bench);
        expect(await ids(bench, '')).toEqual(['cccc', 'bbbb', 'aaaa']);
      }),
      row('limit: 1 to 100, default 100', async (bench) => {
        bench.control.addProjects(120);
        expect(await ids(bench, '')).toHaveLength(100);
        expect(await ids(bench, '?limit=7')).toHaveLength(7);
        expect(await ids(bench, '?limit=500')).toHaveLength(100);
      }),
      row('skip: default 0', async (bench) => {
        three(bench);
        expect(await ids(bench, '?skip=1')).toEqual(['bbbb', 'aaaa']);
      }),
      row('search: any case, on id and description, literal text', async (bench) => {
        three(bench);
        expect(await ids(bench, '?search=BARBER%20(')).toEqual(['aaaa']);
        expect(await ids(bench, '?search=BB')).toEqual(['bbbb']);
        expect(await ids(bench, '?search=.*')).toEqual([]);
      }),
      row('sortField lastModified; anything else sorts by date', async (bench) => {
        three(bench);
        expect((await ids(bench, '?sortField=lastModified'))[0]).toBe('aaaa');
        expect((await ids(bench, '?sortField=label'))[0]).toBe('cccc');
      }),
      row('sortDirection asc turns it round', async (bench) => {
        three(bench);
        expect(await ids(bench, '?sortDirection=asc')).toEqual(['aaaa', 'bbbb', 'cccc']);
      }),
      row('groupId: one group, none for ungrouped, an unknown one matches nothing', async (bench) => {
        three(bench);
        expect(await ids(bench, '?groupId=g1')).toEqual(['aaaa']);
        expect(await ids(bench, '?groupId=none')).toEqual(['cccc', 'bbbb']);
        expect(await ids(bench, '?groupId=nope')).toEqual([]);
      }),
      row('createdFrom: inclusive; a bare day begins at midnight UTC', async (bench) => {
        three(bench);
        expect(await ids(bench, '?createdFrom=2026-11-02')).toEqual(['cccc', 'bbbb']);
        expect(await ids(bench, '?createdFrom=2026-11-02T23:59:59.999Z')).toEqual(['cccc', 'bbbb']);
      }),
      row('createdTo: inclusive; a bare day reaches to its last millisecond', async (bench) => {
        three(bench);
        expect(await ids(bench, '?createdTo=2026-11-02')).toEqual(['bbbb', 'aaaa']);
        expect(await ids(bench, '?createdTo=2026-11-02T00:00:00.000Z')).toEqual(['aaaa']);
      }),
      row('LIST_PROJECTS_ERROR 400', async (bench) => {
        const ask = () => bench.call('GET', '/projects?createdFrom=whenever');
        await bench.refused(ask, 400, 'LIST_PROJECTS_ERROR');
      }),
      row('paging headers (gaps page)', async (bench) => {
        three(bench);
        const { headers } = await bench.call('GET', '/projects?limit=2');
        const reported = ['X-Total-Count', 'X-Limit', 'X-Skip', 'X-Has-More'].map((name) =>
          headers.get(name),
        );
        expect(reported).toEqual(['3', '2', '0', 'true']);
      }),
    ],
  },
  {
    section: 'Endpoints: Create Project',
    rows: [
      row('makes an empty project with nothing running', async (bench) => {
        const { status, data } = await bench.call('POST', '/projects', {
          projectId: 'recipes',
          description: 'Recipes',
        });
        expect({ status, id: data.projectId, description: data.description }).toEqual({
          status: 200,
          id: 'recipes',
          description: 'Recipes',
        });
        expect((await bench.call('GET', '/projects/recipes')).data.agentProcessStatus).toBe('idle');
      }),
      row('the id has the same rules as a launch', async (bench) => {
        await bench.refused(() => bench.call('POST', '/projects', {}), 400, 'MISSING_PROJECT_ID');
        const wrong = () => bench.call('POST', '/projects', { projectId: 'Recipes' });
        await bench.refused(wrong, 400, 'INVALID_PROJECT_NAME');
      }),
      row('a taken id is PROJECT_ALREADY_EXISTS: only a launch takes another name', async (bench) => {
        bench.project('recipes');
        const again = () => bench.call('POST', '/projects', { projectId: 'recipes' });
        await bench.refused(again, 409, 'PROJECT_ALREADY_EXISTS');
      }),
      notProvable('remaining body fields, response and errors', 'the reference does not show them'),
    ],
  },
  {
    section: 'Gaps page: Get and Update Project',
    rows: [
      ...fieldRows(
        'Get Project',
        async (bench) => {
          bench.project('recipes');
          return (await bench.call('GET', '/projects/recipes')).data;
        },
        {
          agentProcessStatus: oneOf('idle'),
          agentServerStatus: oneOf('Active'),
          deployment: oneOf(null),
          totalCreditsSpent: oneOf(0),
          creditLimits: (value) => typeof value === 'object' && value !== null,
          customDomain: oneOf(null),
          productionProjectUrl: text,
          developmentUrlFieldToUse: oneOf(null),
          temporalDevelopmentProjectUrl: text,
          engineVersion: oneOf('v2'),
          multiPrompt: oneOf(null),
          versionRecovery: oneOf(null),
          importInProgress: oneOf(null),
          secrets: (value) => Array.isArray(value) && value.length === 0,
        },
      ),
      row('agentProcessStatus goes from idle by init to done', async (bench) => {
        bench.project('recipes');
        const status = async () => (await bench.call('GET', '/projects/recipes')).data.agentProcessStatus;
        const seen = [await status()];
        bench.control.startRun('recipes');
        seen.push(await status());
        bench.control.finishRun('recipes');
        seen.push(await status());
        expect(seen).toEqual(['idle', 'init', 'done']);
      }),
      row('PROJECT_NOT_FOUND 404', async (bench) => {
        await bench.refused(() => bench.call('GET', '/projects/nothing'), 404, 'PROJECT_NOT_FOUND');
      }),
      row('Get Project may repeat its last answer for a few seconds', async (bench) => {
        bench.project('recipes');
        bench.control.setProjectCache(3_000);
        const status = async () => (await bench.call('GET', '/projects/recipes')).data.agentProcessStatus;
        expect(await status()).toBe('idle');
        bench.control.startRun('recipes');
        expect(await status()).toBe('idle');
        await bench.control.advance(3_000);
        expect(await status()).toBe('init');
      }),
      row(
        'agentServerStatus: Active, Starting, Creating, Archived, Unarchiving, Archiving',
        async (bench) => {
          bench.project('recipes');
          const known = ['Active', 'Starting', 'Creating', 'Archived', 'Unarchiving', 'Archiving'] as const;
          for (const serverStatus of known) {
            bench.control.setProject('recipes', { serverStatus });
            expect((await bench.call('GET', '/projects/recipes')).data.agentServerStatus).toBe(serverStatus);
          }
        },
      ),
      row('a project asleep is Unarchiving once something asks for it', async (bench) => {
        bench.project('recipes');
        bench.control.fallAsleep('recipes');
        await bench.call('POST', '/projects/recipes/deployments/deploy');
        expect((await bench.call('GET', '/projects/recipes')).data.agentServerStatus).toBe('Unarchiving');
      }),
      row('PATCH: label, description and group; null clears', async (bench) => {
        bench.control.addGroup({ groupId: 'g1', name: 'Clients', own: true, full: false });
        bench.project('recipes');
        const changes = { label: 'Box', description: 'Text', groupId: 'g1' };
        expect((await bench.call('PATCH', '/projects/recipes', changes)).data).toMatchObject(changes);
        const cleared = await bench.call('PATCH', '/projects/recipes', { label: null, groupId: null });
        expect(cleared.data).toEqual({ projectId: 'recipes', description: 'Text' });
      }),
      row('PATCH: description null or empty clears it, an empty label too', async (bench) => {
        bench.control.addProject({ projectId: 'recipes', label: 'Box', description: 'Text' });
        const change = async (body: unknown) => (await bench.call('PATCH', '/projects/recipes', body)).data;
        expect(await change({ label: '' })).toEqual({ projectId: 'recipes', description: 'Text' });
        expect(await change({ description: null })).toEqual({ projectId: 'recipes', description: '' });
        expect((await bench.call('GET', '/projects')).data[0]).toMatchObject({ description: '' });
      }),
      row('PATCH: only what is sent changes', async (bench) => {
        bench.control.addProject({ projectId: 'recipes', label: 'Box', description: 'Text' });
        const { data } = await bench.call('PATCH', '/projects/recipes', { description: 'New' });
        expect(data).toEqual({ projectId: 'recipes', label: 'Box', description: 'New' });
      }),
      row('PATCH: a label has at most 80 characters, a description 500', async (bench) => {
        bench.project('recipes');
        const change = (body: unknown) => () => bench.call('PATCH', '/projects/recipes', body);
        for (const [field, most] of [
          ['label', 80],
          ['description', 500],
        ] as const) {
          expect((await change({ [field]: 'x'.repeat(most) })()).data[field]).toHaveLength(most);
          await bench.refused(change({ [field]: 'x'.repeat(most + 1) }), 400, 'VALIDATION_ERROR');
        }
      }),
      row('PATCH: INVALID_PROJECT_GROUP 400 for none, another account’s or a full one', async (bench) => {
        bench.control.addGroup({ groupId: 'full', full: true });
        bench.control.addGroup({ groupId: 'theirs', own: false });
        bench.project('recipes');
        for (const groupId of ['nope', 'theirs', 'full', 5]) {
          const ask = () => bench.call('PATCH', '/projects/recipes', { groupId });
          await bench.refused(ask, 400, 'INVALID_PROJECT_GROUP');
        }
        expect(await bench.ids('?groupId=none')).toEqual(['recipes']);
      }),
      row('a sleeping project’s preview is the cached one, in the field it names', async (bench) => {
        bench.project('recipes');
        bench.control.fallAsleep('recipes');
        const { data } = await bench.call('GET', '/projects/recipes');
        expect(data.developmentUrlFieldToUse).toBe('cachedDevelopmentUrl');
        expect(data.cachedDevelopmentUrl).toMatch(/^https:/);
      }),
      row('PATCH: Get Project tells the update at once, whatever it remembers', async (bench) => {
        bench.project('recipes');
        bench.control.setProjectCache(3_000);
        await bench.call('GET', '/projects/recipes');
        await bench.call('PATCH', '/projects/recipes', { label: 'Box' });
        expect((await bench.call('GET', '/projects/recipes')).data.label).toBe('Box');
      }),
      row('Get Project: secrets without their values', async (bench) => {
        await bench.launch({ secrets: [{ secretName: 'KEY', secretValue: 'hidden-value' }] });
        const { data, text: response } = await bench.call('GET', '/projects/recipes');
        expect(data.secrets).toEqual([{ _id: expect.any(String), secretName: 'KEY', environment: 'both' }]);
        expect(response).not.toContain('hidden-value');
      }),
      row('NOTHING_TO_UPDATE 400', async (bench) => {
        bench.project('recipes');
        await bench.refused(() => bench.call('PATCH', '/projects/recipes', {}), 400, 'NOTHING_TO_UPDATE');
      }),
    ],
  },
];
