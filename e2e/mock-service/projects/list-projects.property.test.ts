import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { createWorld } from '../create-world.ts';
import type { Call } from '../http/operation.ts';
import { addProject } from '../world/new-project.ts';
import type { World } from '../world/world.ts';
import { listProjects } from './list-projects.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 9, 1);

const project = fc.record({
  name: fc.stringMatching(/^[a-z]{1,3}$/),
  description: fc.string({ maxLength: 8 }),
  group: fc.constantFrom(undefined, 'g1', 'g2'),
  createdAt: fc.integer({ min: START, max: START + 5 * DAY_MS }),
  changedAfter: fc.integer({ min: 0, max: DAY_MS }),
});

const day = fc.integer({ min: 0, max: 5 }).map((days) => new Date(START + days * DAY_MS).toISOString());

const query = fc.record(
  {
    limit: fc.integer({ min: 1, max: 100 }).map(String),
    skip: fc.integer({ min: 0, max: 12 }).map(String),
    search: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('A', 'b', '.*', '(')),
    sortField: fc.constantFrom('date', 'lastModified', 'other'),
    sortDirection: fc.constantFrom('asc', 'desc'),
    groupId: fc.constantFrom('g1', 'none', 'unknown'),
    createdFrom: fc.oneof(
      day,
      day.map((text) => text.slice(0, 10)),
    ),
    createdTo: fc.oneof(
      day,
      day.map((text) => text.slice(0, 10)),
    ),
  },
  { requiredKeys: [] },
);

type Query = Record<string, string>;
interface Listed {
  projectId: string;
  description: string;
  groupId?: string;
  createdAt: string;
  lastModifiedAt: string;
}

function worldOf(projects: (typeof project extends fc.Arbitrary<infer T> ? T : never)[]): World {
  const clock = createClock({ stepped: true, start: START + 10 * DAY_MS });
  const world = createWorld({ clock, apiKey: 'key', seed: 1, connectTo: {} });
  projects.forEach(({ name, description, group, createdAt, changedAfter }, index) => {
    const added = addProject(world, { projectId: `${name}${index}`, description, groupId: group, createdAt });
    added.lastModifiedAt = createdAt + changedAfter;
  });
  return world;
}

function ask(world: World, sent: Query): { data: Listed[]; headers: Record<string, string> } {
  const call = { world, query: new URLSearchParams(sent), legacyHost: false } as Call;
  const { data, headers } = listProjects(call);
  return { data: data as Listed[], headers: headers ?? {} };
}

const PAGING = { limit: undefined, skip: undefined };
const without = (sent: Query, removed: object): Query =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in removed)));

it('answers exactly the projects that meet every condition (List Projects)', () => {
  fc.assert(
    fc.property(fc.array(project, { maxLength: 15 }), query, (projects, sent) => {
      const world = worldOf(projects);
      const { data } = ask(world, without(sent, PAGING));
      const { search = '', groupId, createdFrom, createdTo } = sent as Query;
      const meets = (one: Listed) => {
        const words = `${one.projectId}\n${one.description}`.toLowerCase().split('\n');
        const found = words.some((word) => word.includes(search.toLowerCase())) || search === '';
        const grouped =
          groupId === undefined || (groupId === 'none' ? !one.groupId : one.groupId === groupId);
        const late = createdFrom === undefined || one.createdAt >= createdFrom;
        const widened = createdTo?.length === 10 ? `${createdTo}T23:59:59.999Z` : createdTo;
        return found && grouped && late && (widened === undefined || one.createdAt <= widened);
      };
      const all = ask(world, { limit: '100' }).data;
      expect(new Set(data.map(({ projectId }) => projectId))).toEqual(
        new Set(all.filter(meets).map(({ projectId }) => projectId)),
      );
    }),
  );
});

it('is sorted as requested', () => {
  fc.assert(
    fc.property(fc.array(project, { maxLength: 15 }), query, (projects, sent) => {
      const { data } = ask(worldOf(projects), sent);
      const field = sent.sortField === 'lastModified' ? 'lastModifiedAt' : 'createdAt';
      const times = data.map((one) => one[field]);
      const expected = [...times].sort();
      expect(times).toEqual(sent.sortDirection === 'asc' ? expected : expected.reverse());
    }),
  );
});

it('pages cut the whole list: nothing twice, nothing lost, and the headers say so', () => {
  fc.assert(
    fc.property(
      fc.array(project, { maxLength: 15 }),
      query,
      fc.integer({ min: 1, max: 5 }),
      (projects, sent, limit) => {
        const world = worldOf(projects);
        const conditions = without(sent, PAGING);
        const whole = ask(world, conditions).data;
        const pages: Listed[] = [];
        let more = true;
        while (more) {
          const page = ask(world, { ...conditions, limit: String(limit), skip: String(pages.length) });
          pages.push(...page.data);
          expect(page.headers['X-Total-Count']).toBe(String(whole.length));
          more = page.headers['X-Has-More'] === 'true';
          expect(more).toBe(pages.length < whole.length);
        }
        expect(pages).toEqual(whole);
      },
    ),
  );
});
