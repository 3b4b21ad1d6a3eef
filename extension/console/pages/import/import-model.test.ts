import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Table } from '../../../../shared/data-api/records.ts';
import { apiError, type Result, success } from '../../../edge-client/api-error.ts';
import { sentRow } from '../../../import/difference.ts';
import { respondHere } from '../../../messaging/client.ts';
import { StorageFull } from '../../../storage/bounds.ts';
import type { ImportDraft } from '../../../storage/import-draft-schema.ts';
import { newImportDraft } from '../../../storage/import-drafts.ts';
import { createImportModel } from './import-model.ts';

const SERVICE: Table = {
  id: 't1',
  type: 'service',
  label: 'Services',
  description: '',
  properties: [
    { name: 'name', propertyType: 'string', canRepeat: false },
    { name: 'price', propertyType: 'number', canRepeat: true },
  ],
};

const draftOf = (rows: string[][]): ImportDraft => ({
  ...newImportDraft('d1', {
    title: 'Prices',
    url: 'https://shop.example/prices',
    language: 'en-US',
    readAt: 1,
    sources: [
      {
        kind: 'table',
        title: '',
        columns: ['name', 'price'],
        rows: rows.map((row) => row.map((text) => ({ text }))),
        total: rows.length,
        hidden: 0,
        path: null,
      },
    ],
  }),
  projectId: 'shop',
  table: 'service',
  mapping: ['name', 'price'],
});

/** The stored draft, as it outlives a page. */
class StoredDraft {
  stored: ImportDraft | null;
  isFull = false;
  /** Storage takes its time. */
  removing: Promise<void> = Promise.resolve();

  constructor(draft: ImportDraft) {
    this.stored = draft;
  }

  read = async (id: string) => structuredClone(this.stored?.id === id ? this.stored : null);
  write = async (draft: ImportDraft) => {
    if (this.isFull) throw new StorageFull('imports');
    if (this.stored?.id !== draft.id) return false;
    this.stored = structuredClone(draft);
    return true;
  };
  remove = async () => {
    await this.removing;
    this.stored = null;
  };
}

let posted: unknown[];
let startAnswer: (key: string) => Result<{ value: unknown }>;

const doneImport = (key: string) =>
  success({
    value: {
      ...{
        key,
        projectId: 'shop',
        table: 'service',
        state: 'done',
        own: true,
        by: 'Desk',
        createdAt: 1,
        settledAt: 2,
      },
      ...{ source: null, problem: null, total: 1, taken: 0, fileRemoval: null, rows: [] },
      counts: {
        ...{ waiting: 0, sent: 0, created: 1, changed: 0, duplicate: 0, refused: 0, unknown: 0, undone: 0 },
        kept: 0,
      },
    },
  });

beforeEach(() => {
  fakeBrowser.reset();
  posted = [];
  startAnswer = doneImport;
  respondHere((name, request) => {
    if (name === 'readEdge')
      return Promise.resolve(success({ value: [{ _id: 'r1', name: 'Cut', price: 20 }] }));
    if (name !== 'startImport') return null;
    posted.push(structuredClone(request));
    return Promise.resolve(startAnswer((request as { key: string }).key));
  });
});

/** The form of a page that was just opened, with what the table has already looked up. */
async function opened(drafts: StoredDraft) {
  const model = createImportModel(drafts);
  await model.load('d1');
  model.tables.value = [SERVICE];
  await model.lookUps.lookUpAll();
  return model;
}

describe('saving an import', () => {
  it('sends the same request again from a page that is opened after the response was lost', async () => {
    const drafts = new StoredDraft(
      draftOf([
        ['Cut', '30'],
        ['Dye', '50'],
      ]),
    );
    startAnswer = () => apiError('edge-unreachable');
    const first = await opened(drafts);
    first.decisions.include([0], true);
    await first.sending.save();
    expect(first.sending.problem.value?.kind).toBe('edge-unreachable');

    startAnswer = doneImport;
    // The new page has read no table, and looked nothing up: neither may change what goes out under the key.
    const second = createImportModel(drafts);
    await second.load('d1');
    await expect.poll(() => second.sending.progress.value.length).toBe(1);
    expect(posted).toHaveLength(2);
    expect(posted[1]).toEqual(posted[0]);
    expect(posted[0]).toMatchObject({
      body: {
        projectId: 'shop',
        table: 'service',
        rows: [
          { values: { name: 'Cut', price: 30 }, recordId: 'r1' },
          { values: { name: 'Dye', price: 50 } },
        ],
        duplicates: { by: ['name'] },
      },
    });
  });

  it('sends nothing that could not be stored before, and leaves the form open', async () => {
    const drafts = new StoredDraft(draftOf([['Dye', '50']]));
    const model = await opened(drafts);
    drafts.isFull = true;
    await model.sending.save();
    expect(posted).toEqual([]);
    expect(model.sending.problem.value?.kind).toBe('storage-full');
    expect(model.draft.value?.parts).toBeNull();
  });

  it('sends nothing when another table was chosen while the files of its rows were uploaded', async () => {
    const draft = draftOf([['Dye', 'https://shop.example/dye.png']]);
    const model = await opened(new StoredDraft({ ...draft, mapping: ['name', 'photo'] }));
    const properties = [...SERVICE.properties, { name: 'photo', propertyType: 'file' }];
    model.tables.value = [
      { ...SERVICE, properties },
      { ...SERVICE, id: 't2', type: 'product', properties },
    ];
    await model.lookUps.lookUpAll();
    let uploads = 0;
    respondHere(async (name, request) => {
      if (name === 'startImport') posted.push(request);
      if (name === 'readEdge') return success({ value: [] });
      uploads += 1;
      model.target.chooseTable('product');
      await expect.poll(() => model.preview.chosen.value.length).toBe(1);
      return success({ fileName: 'stored-1' });
    });
    await model.sending.save();
    expect(uploads).toBe(1);
    expect(posted).toEqual([]);
    expect(model.draft.value?.parts).toBeNull();
  });

  it('leaves out a row without any value, for which the edge would refuse all of them', async () => {
    const model = await opened(
      new StoredDraft(
        draftOf([
          ['', ''],
          ['Dye', '50'],
        ]),
      ),
    );
    model.decisions.include([0, 1], true);
    await model.sending.save();
    expect(posted).toMatchObject([{ body: { rows: [{ values: { name: 'Dye', price: 50 } }] } }]);
  });
});

it('a mapping that was changed by hand is the one of the next page of the site and table', async () => {
  const first = await opened(new StoredDraft(draftOf([['Dye', '50']])));
  first.target.map(1, null);
  first.target.map(0, 'name');
  await first.sending.save();
  const drafts = new StoredDraft({
    ...draftOf([['Perm', '70']]),
    id: 'd2',
    projectId: null,
    table: null,
    mapping: null,
  });
  const second = createImportModel(drafts);
  await second.load('d2');
  await expect.poll(() => second.draft.value?.table).toBe('service');
  second.target.learnTables([SERVICE], null);
  await expect.poll(() => second.draft.value?.mapping).toEqual(['name', null]);
});

describe('what the table has already', () => {
  const FREE: Table = {
    ...SERVICE,
    properties: SERVICE.properties.map((one) => ({ ...one, canRepeat: true })),
  };
  const RECORDS = [{ _id: 'r1', name: 'Cut', price: 20 }];
  let queries: { filter: { or: object[] }[] }[];

  /** Reads of records fail while `fails` says so. */
  function backend(fails: () => boolean) {
    queries = [];
    respondHere(async (_, request) => {
      queries.push((request as { body: (typeof queries)[number] }).body);
      return fails() ? apiError('service-failing') : success({ value: RECORDS });
    });
  }

  const statesOf = (model: ReturnType<typeof createImportModel>) =>
    model.preview.rows.value.map(({ state }) => state.kind);

  it('is unknown after a look-up that failed, so the rows are left out until it is repeated', async () => {
    let isDown = true;
    backend(() => isDown);
    const model = await opened(
      new StoredDraft(
        draftOf([
          ['Cut', '20'],
          ['Dye', '50'],
        ]),
      ),
    );
    expect(statesOf(model)).toEqual(['unknown', 'unknown']);
    expect(model.preview.chosen.value).toEqual([]);
    model.decisions.include([1], true);
    expect(
      model.preview.chosen.value.map(({ index }) => index),
      'unless the user says so',
    ).toEqual([1]);
    isDown = false;
    await model.lookUps.lookUpMissing();
    expect(statesOf(model)).toEqual(['same', 'new']);
  });

  it('keeps what was compared before the look-up failed', async () => {
    backend(() => queries.length > 1);
    const rows = Array.from({ length: 130 }, (_, at) => [at === 0 ? 'Cut' : `Row ${at}`, '20']);
    const model = await opened(new StoredDraft(draftOf(rows)));
    expect(statesOf(model)).toEqual(['same', ...Array(124).fill('new'), ...Array(5).fill('unknown')]);
  });

  it('is asked for all of some thousand rows before any of them is called new', async () => {
    backend(() => false);
    const names = Array.from({ length: 4_900 }, (_, at) => `Row ${at}`);
    const model = createImportModel(new StoredDraft(draftOf(names.map((name) => [name, '20']))));
    await model.load('d1');
    model.tables.value = [SERVICE];
    const seen = new Set<string>();
    const stop = model.lookUps.lookUp.subscribe(({ isLookingUp, progress }) => {
      if (isLookingUp && progress) seen.add(`${progress.done} of ${progress.of}`);
    });
    const looking = model.lookUps.lookUpAll();
    expect(model.preview.chosen.value, 'nothing is promised before it was compared').toEqual([]);
    await looking;
    stop();
    expect(queries).toHaveLength(40);
    expect(model.lookUps.lookUp.value.left).toBe(0);
    expect(model.preview.chosen.value).toHaveLength(4_900);
    expect([...seen].slice(0, 2)).toEqual(['0 of 4900', '125 of 4900']);
  });

  it('is not promised beyond what is asked at once: the rest is compared on request', async () => {
    backend(() => false);
    const names = Array.from({ length: 6_000 }, (_, at) => `Row ${at}`);
    const model = await opened(new StoredDraft(draftOf(names.map((name) => [name, '20']))));
    expect(model.preview.chosen.value).toHaveLength(5_000);
    expect(model.lookUps.lookUp.value).toMatchObject({ kind: 'done', left: 1_000 });
    expect(model.preview.rows.value.filter(({ state }) => state.kind === 'unknown')).toHaveLength(1_000);
    await model.lookUps.lookUpMissing();
    expect(model.preview.chosen.value).toHaveLength(6_000);
    expect(model.lookUps.lookUp.value.left).toBe(0);
  });

  it('is found by all values where no property is unique', async () => {
    backend(() => false);
    const model = createImportModel(
      new StoredDraft(
        draftOf([
          ['Cut', '20'],
          ['Cut', '25'],
        ]),
      ),
    );
    await model.load('d1');
    model.tables.value = [FREE];
    await model.lookUps.lookUpAll();
    expect(queries.map(({ filter }) => filter[0]?.or)).toEqual([
      [
        { name: 'Cut', price: 20 },
        { name: 'Cut', price: 25 },
      ],
    ]);
    expect(statesOf(model)).toEqual(['same', 'new']);
  });

  it('is found of a row whose reference has to be looked up too', async () => {
    const teacher = { name: 'teacher', propertyType: 'objectReference', canRepeat: true };
    const objectReference = { objectReferenceTypeId: 't2', objectReferenceRelation: 'manyToOne' };
    respondHere(async (_, request) =>
      success({
        value: (request as { path: string }).path.endsWith('/teacher')
          ? [{ _id: 'm1', name: 'Maja Lind' }]
          : [{ _id: 'r1', name: 'Cut', price: 20, teacher: 'm1' }],
      }),
    );
    const model = createImportModel(
      new StoredDraft({ ...draftOf([['Cut', '20', 'maja lind']]), mapping: ['name', 'price', 'teacher'] }),
    );
    await model.load('d1');
    model.tables.value = [
      { ...SERVICE, properties: [...SERVICE.properties, { ...teacher, objectReference }] },
      { ...SERVICE, id: 't2', type: 'teacher' },
    ];
    await model.lookUps.lookUpAll();
    expect(statesOf(model)).toEqual(['same']);
  });

  it('is not asked for a name that was typed for a property whose name ends like the reference’s', async () => {
    const asked: unknown[] = [];
    respondHere(async (_, request) => {
      const { path, body } = request as { path: string; body: unknown };
      if (path.endsWith('/teacher')) asked.push(body);
      return success({ value: [] });
    });
    const objectReference = { objectReferenceTypeId: 't2', objectReferenceRelation: 'manyToOne' };
    const model = createImportModel(
      new StoredDraft({
        ...draftOf([['Cut', 'Ole', 'Maja Lind']]),
        mapping: ['name', 'second teacher', 'teacher'],
        edits: { 0: { 'second teacher': { text: 'Somebody Else' } } },
      }),
    );
    await model.load('d1');
    model.tables.value = [
      {
        ...SERVICE,
        properties: [
          { name: 'name', propertyType: 'string', canRepeat: false },
          { name: 'second teacher', propertyType: 'string', canRepeat: true },
          { name: 'teacher', propertyType: 'objectReference', canRepeat: true, objectReference },
        ],
      },
      { ...SERVICE, id: 't2', type: 'teacher' },
    ];
    await model.lookUps.lookUpAll();
    expect(JSON.stringify(asked)).toContain('Maja');
    expect(JSON.stringify(asked)).not.toContain('Somebody');
  });

  it('is looked up for a value that was corrected, and for no other again', async () => {
    backend(() => false);
    const model = await opened(new StoredDraft(draftOf([['Dye', '50']])));
    model.decisions.say(0, 'name', { text: 'Cut' });
    await expect.poll(() => statesOf(model)).toEqual(['changed']);
    expect(queries.map(({ filter }) => filter[0]?.or)).toEqual([[{ name: 'Dye' }], [{ name: 'Cut' }]]);
  });
});

describe('an app that is another one by the time the rows are saved', () => {
  it('is sent nothing: each request names the app that its rows were compared with', async () => {
    const model = await opened(new StoredDraft(draftOf([['Dye', '50']])));
    model.target.learnTables([SERVICE], 'app-1');
    startAnswer = () => apiError('refused', 'EDGE_DATA_OTHER_APP');
    await model.sending.save();
    expect(posted).toMatchObject([{ body: { app: 'app-1' } }]);
    expect(model.draft.value?.parts, 'the form opens again').toBeNull();
    expect(model.sending.problem.value?.code).toBe('EDGE_DATA_OTHER_APP');
  });

  it('has its tables compared anew, with nothing kept that was decided for those of the other', async () => {
    const drafts = new StoredDraft({ ...draftOf([['Cut', '30']]), app: 'app-1' });
    const model = await opened(drafts);
    model.decisions.say(0, 'name', { text: 'Trim' });
    model.target.learnTables([SERVICE], 'app-2');
    expect(model.isOtherApp.value).toBe(true);
    await expect.poll(() => drafts.stored).toMatchObject({ app: 'app-2', table: 'service', edits: {} });
    await expect.poll(() => model.draft.value?.mapping).toEqual(['name', 'price']);
  });
});

describe('a mistake of several rows', () => {
  const rows = [
    ['Cut', 'on request'],
    ['Dye', 'on request'],
    ['Perm', '70'],
  ];

  it('is put right in all of them by one action, which one undo takes back alone', async () => {
    const model = await opened(new StoredDraft(draftOf(rows)));
    expect(model.preview.needLook.value.map(({ index }) => index)).toEqual([0, 1]);
    model.decisions.say([0, 1], 'price', { text: '99' });
    expect(model.decisions.fixed.value?.rows).toBe(2);
    expect(model.preview.needLook.value).toEqual([]);
    model.decisions.say(2, 'price', { text: '71' });
    model.decisions.fixed.value?.undo();
    expect(model.preview.needLook.value.map(({ index }) => index)).toEqual([0, 1]);
    expect(model.draft.value?.edits, 'what was typed since stays').toEqual({ 2: { price: { text: '71' } } });
    expect(model.decisions.fixed.value).toBeNull();
  });

  it('is skipped: its rows need no look any more, and are not sent', async () => {
    const model = await opened(new StoredDraft(draftOf(rows)));
    model.decisions.skip([0, 1]);
    expect(model.preview.needLook.value).toEqual([]);
    expect(model.preview.chosen.value.map(({ index }) => index)).toEqual([2]);
    model.decisions.fixed.value?.undo();
    expect(model.preview.needLook.value).toHaveLength(2);
    expect(model.draft.value?.included).toEqual({});
  });
});

describe('a draft that is deleted', () => {
  it('is shown until it is no longer stored, so that a page closed right after it has gone never shows it again', async () => {
    const stored = new StoredDraft(draftOf([['Cut', '20']]));
    const { promise, resolve } = Promise.withResolvers<void>();
    stored.removing = promise;
    const model = await opened(stored);
    const isOver = model.remove();
    await new Promise((later) => setTimeout(later));
    expect([model.draft.value?.id, stored.stored?.id]).toEqual(['d1', 'd1']);
    resolve();
    await isOver;
    expect([model.draft.value, stored.stored]).toEqual([null, null]);
  });

  it('elsewhere stays deleted: what is typed here meanwhile does not bring it back', async () => {
    const stored = new StoredDraft(draftOf([['Cut', '20']]));
    const model = await opened(stored);
    stored.stored = null;
    model.decisions.include([0], false);
    await expect.poll(() => model.draft.value).toBeNull();
    expect(stored.stored).toBeNull();
  });
});

describe('a row that was refused', () => {
  const TEACHERS: Table = {
    ...{ id: 't2', type: 'teacher', label: 'Teachers', description: '' },
    properties: [{ name: 'name', propertyType: 'string', canRepeat: false }],
  };
  const LESSONS: Table = {
    ...SERVICE,
    properties: [
      ...SERVICE.properties,
      {
        ...{ name: 'teacher', propertyType: 'objectReference', canRepeat: true },
        objectReference: { objectReferenceTypeId: 't2', objectReferenceRelation: 'manyToOne' },
      },
    ],
  };
  const refusal = (field: string) => ({
    ...{ row: 0, state: 'refused', recordId: null, candidates: [], isTaken: false, isChecked: true },
    problem: { code: 'INVALID', message: 'is not taken', field },
  });
  let retried: unknown[];

  /** The form as it is opened again after its only row was refused. */
  async function refused(field: string) {
    retried = [];
    const record = (key: string, rows: unknown[]) => {
      const answer = doneImport(key);
      return answer.ok ? success({ value: { ...Object(answer.value.value), rows } }) : answer;
    };
    respondHere((name, request) => {
      const { path = '', body } = request as { path?: string; body?: unknown };
      if (name === 'changeEdge') {
        retried.push(body);
        return Promise.resolve(record('k1', []));
      }
      if (name !== 'readEdge') return null;
      const teachers = [{ _id: 'r7', name: 'Maja Lind' }];
      return Promise.resolve(
        path.startsWith('/imports/') && retried.length === 0
          ? record('k1', [refusal(field)])
          : path.startsWith('/imports/')
            ? record('k1', [])
            : success({ value: teachers }),
      );
    });
    const values = { name: 'Yin', price: 30, teacher: 'gone' };
    const drafts = new StoredDraft({
      ...draftOf([['Yin', '30', 'Somebody']]),
      mapping: ['name', 'price', 'teacher'],
      parts: [
        {
          ...{ key: 'k1', isSent: true, confirmedFor: null },
          body: {
            ...{ projectId: 'shop', table: 'service', source: {}, duplicates: { by: ['name'] } },
            rows: [{ values }],
          },
        },
      ],
    });
    const model = createImportModel(drafts);
    await model.load('d1');
    model.target.learnTables([LESSONS, TEACHERS], null);
    await expect.poll(() => model.sending.progress.value[0]?.rows.length).toBe(1);
    return { model, drafts };
  }

  it('goes out with the record whose name was typed, looked up like a name of the page', async () => {
    const { model, drafts } = await refused('teacher');
    model.decisions.say(sentRow('k1', 0), 'teacher', { text: 'maja  lind' });
    expect(model.sending.corrected('k1', 0).isReady, 'not before it was looked up').toBe(false);
    await expect.poll(() => model.sending.corrected('k1', 0).isReady).toBe(true);
    expect(model.lookUps.nameOfRecord('teacher', 'r7')).toBe('Maja Lind');
    expect(drafts.stored?.edits, 'it outlives the page').toEqual({
      'k1/0': { teacher: { text: 'maja  lind' } },
    });
    await model.sending.sendAgain('k1');
    expect(retried).toEqual([{ rows: [{ row: 0, values: { name: 'Yin', price: 30, teacher: 'r7' } }] }]);
  });

  it('waits for the user where a name may mean another record, and where there is none', async () => {
    const { model } = await refused('teacher');
    model.decisions.say(sentRow('k1', 0), 'teacher', { text: 'M. Lind' });
    await expect.poll(() => model.sending.corrected('k1', 0).cells.teacher?.kind).toBe('ambiguous');
    await model.sending.sendAgain('k1');
    expect(retried).toEqual([]);
    model.decisions.say(sentRow('k1', 0), 'teacher', { text: 'Nobody' });
    await expect
      .poll(() => model.sending.corrected('k1', 0).cells.teacher)
      .toEqual({ kind: 'problem', problem: { kind: 'no-record' } });
  });

  it('goes out without a value that was emptied', async () => {
    const { model } = await refused('price');
    model.decisions.say(sentRow('k1', 0), 'price', { text: '' });
    await model.sending.sendAgain('k1');
    expect(retried).toEqual([{ rows: [{ row: 0, values: { name: 'Yin', teacher: 'gone' } }] }]);
  });
});

it('keeps what its table is called, for where the table itself is not read', async () => {
  const drafts = new StoredDraft(draftOf([['Cut', '30']]));
  const model = createImportModel(drafts);
  await model.load('d1');
  model.target.learnTables([SERVICE], 'app');
  await expect.poll(() => drafts.stored?.tableLabel).toBe('Services');
});
