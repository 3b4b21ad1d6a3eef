import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import { noSecretAnywhere, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import type { World } from '../world.ts';
import { twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const PAUSE_MAX_MS = 30_000;
const PROJECT = 'clinic';
const TABLE = 'note';
const DATA_KEY = `data-local-${PROJECT}`;
/** Longer than three checks of a lost row, including failed ones. */
const SETTLES_WITHIN_MS = 60 * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
const CLICK_TRIES = 3;

/** One import as sent by two browsers: rows by their texts, some of which are equal. */
interface Import {
  readonly key: string;
  readonly texts: readonly string[];
  readonly body: string;
}

/** Records that somebody else wrote: their texts, by id. */
type Elsewhere = ReadonlyMap<string, string>;

interface ImportRecord {
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly { row: number; state: string; recordId: string | null; candidates: string[] }[];
}

/**
 * A few imports into one table, each sent by two browsers and by more than one click, some stopped, retried and
 * undone, while responses are lost, the backend is late, and the object restarts between any two steps: no row
 * becomes two records.
 */
export function imports(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: false, kept }, async (world) => {
    const browsers = await twoBrowsers(world, [PROJECT]);
    world.service.control.addTables(PROJECT, [
      { type: TABLE, properties: [{ name: 'text' }, { name: 'no', unique: true }] },
    ]);
    await keepKey(world, browsers[0]);
    world.beginFaults();
    const all: Import[] = [];
    const elsewhere = new Map<string, string>();
    const sending: Promise<void>[] = [];
    for (let at = 0; at < 1 + world.random.below(3); at++) {
      const one = makeImport(world, at);
      all.push(one);
      for (let click = 0; click < 1 + world.random.below(3); click++)
        if (world.happens('a click')) sending.push(send(world, world.random.pick(browsers), one));
      await world.runFor(world.random.below(PAUSE_MAX_MS));
      if (world.happens('the object ends', 0.3)) world.edge.object.end({ crash: world.random.chance(0.5) });
      if (world.happens('a stop', 0.2)) void act(world, world.random.pick(browsers), one, 'stop');
      if (world.happens('a record from elsewhere', 0.3)) addElsewhere(world, one, elsewhere);
    }
    await world.until(Promise.all(sending), 20 * MINUTE_MS);
    await world.runFor(world.random.below(5 * MINUTE_MS));
    world.endFaults();
    world.note('the faults stop');
    const begun = await settleByHand(world, browsers[0], await settle(world, browsers[0], all), elsewhere);
    return [
      ...seenWrong(world),
      ...atMostOneEach(world, all, elsewhere),
      ...begun.flatMap(([one, record]) => reportsTruly(world, one, record, elsewhere)),
      ...(await undone(world, browsers[0], begun)),
      ...withinTheFreePlan(world),
      ...noSecretAnywhere(world, browsers),
      ...[world.edge.object.sql.dump(), ...world.logs, ...world.responses]
        .filter((text) => text.includes(DATA_KEY))
        .map(() => 'the data key is told, kept or logged'),
    ];
  });
}

async function keepKey(world: World, owner: BrowserActor): Promise<void> {
  const put = async (form: object) => {
    const body = JSON.stringify({ key: DATA_KEY, ...form });
    const response = await world.until(owner.request(`/data-keys/${PROJECT}`, { method: 'PUT', body }));
    return ((await response.json()) as { data: { kind: string; confirm?: string } }).data;
  };
  const { confirm } = await put({});
  const { kind } = await put({ confirm });
  if (kind !== 'kept') throw new Error('The data key was not kept.');
}

function makeImport({ random }: World, at: number): Import {
  const texts = Array.from({ length: 1 + random.below(30) }, (_, row) =>
    random.chance(0.2) ? `alike ${at}` : `row ${at}.${row}`,
  );
  const rows = texts.map((text) => ({ values: { text } }));
  const duplicates = random.chance(0.3) ? { by: null } : null;
  return {
    key: crypto.randomUUID(),
    texts,
    body: JSON.stringify({ projectId: PROJECT, table: TABLE, rows, duplicates }),
  };
}

/** Sends an import like an impatient browser: the same key again until it is accepted. */
async function send(world: World, browser: BrowserActor, { key, body }: Import): Promise<void> {
  for (let at = 0; at < CLICK_TRIES; at++) {
    const headers = { 'idempotency-key': key };
    const response = await browser.request('/imports', { method: 'POST', body, headers }).catch(() => null);
    world.note(`import ${key}: ${response?.status ?? 'no answer'}`);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, world.random.below(20_000)));
  }
}

async function act(
  world: World,
  browser: BrowserActor,
  { key }: Import,
  verb: 'stop' | 'undo' | 'retry' | 'settle',
  body?: string,
): Promise<void> {
  const response = await browser
    .request(`/imports/${key}/${verb}`, { method: 'POST', ...(body === undefined ? {} : { body }) })
    .catch(() => null);
  world.note(`${verb} ${key}: ${response?.status ?? 'no answer'}`);
}

async function read(world: World, browser: BrowserActor, { key }: Import): Promise<ImportRecord | null> {
  const response = await world.until(browser.request(`/imports/${key}?rows=all`));
  return ((await response.json()) as { data: ImportRecord | null }).data;
}

/** Resumes stopped imports, then only checks. @returns the imports that the edge knows */
async function settle(world: World, browser: BrowserActor, all: readonly Import[]) {
  const deadline = world.timeline.now() + SETTLES_WITHIN_MS;
  for (const one of all) await world.until(act(world, browser, one, 'retry', '{"rows":[]}'));
  const begun: [Import, ImportRecord][] = [];
  for (const one of all) {
    let record = await read(world, browser, one);
    while (record !== null && record.state !== 'done' && world.timeline.now() < deadline) {
      // A click on Stop may arrive late.
      if (record.state === 'stopped') await world.until(act(world, browser, one, 'retry', '{"rows":[]}'));
      await world.runFor(LOOK_EVERY_MS);
      record = await read(world, browser, one);
    }
    if (record !== null) begun.push([one, record]);
  }
  return begun;
}

function recordsWith(world: World, text: string) {
  return world.service.control.recordsOf(PROJECT, TABLE).filter((record) => record.text === text);
}

const timesIn = ({ texts }: Import, text: string) => texts.filter((one) => one === text).length;

/** No row becomes two records: no text is in the table more often than in the import. */
function atMostOneEach(world: World, all: readonly Import[], elsewhere: Elsewhere): string[] {
  const ours = (text: string) => recordsWith(world, text).filter(({ _id }) => !elsewhere.has(_id));
  return all.flatMap((one) =>
    [...new Set(one.texts)]
      .filter((text) => ours(text).length > timesIn(one, text))
      .map((text) => `${text} became ${recordsWith(world, text).length} records`),
  );
}

/**
 * Every row is settled correctly in the end. Where somebody else wrote the same text, a row that never arrived can't be told
 * from theirs: only that no record belongs to two rows.
 */
function reportsTruly(world: World, one: Import, record: ImportRecord, elsewhere: Elsewhere): string[] {
  if (record.state !== 'done')
    return [`an import ended as ${record.state}: ${JSON.stringify(record.counts)}`];
  return [...new Set(one.texts)].flatMap((text) => {
    const rows = record.rows.filter(({ row }) => one.texts[row] === text);
    const made = recordsWith(world, text).map(({ _id }) => _id);
    const created = rows.filter(({ state }) => state === 'created').map(({ recordId }) => recordId ?? '');
    const unknown = rows.filter(({ state }) => state === 'unknown');
    const isContested = [...elsewhere.values()].includes(text);
    const isTrue =
      created.every((id) => made.includes(id)) &&
      new Set(created).size === created.length &&
      (unknown.length > 0 || isContested || created.length === made.length);
    return isTrue
      ? []
      : [`${text}: told ${rows.map(({ state }) => state).join()}, and there are ${made.length} records`];
  });
}

/** Somebody else writes a record with the text of a row. */
function addElsewhere({ random, service }: World, { texts }: Import, elsewhere: Map<string, string>): void {
  const text = random.pick(texts);
  for (const id of service.control.addRecords(PROJECT, TABLE, [{ text }])) elsewhere.set(id, text);
}

/** The user says which record each row made that stays unknown. @returns the imports as they are then */
async function settleByHand(
  world: World,
  browser: BrowserActor,
  begun: readonly [Import, ImportRecord][],
  elsewhere: Elsewhere,
): Promise<[Import, ImportRecord][]> {
  const after: [Import, ImportRecord][] = [];
  for (const [one, record] of begun) {
    const taken = new Set(record.rows.map(({ recordId }) => recordId));
    for (const { row, state, candidates } of record.rows) {
      if (state !== 'unknown') continue;
      const recordId = candidates.find((id) => !elsewhere.has(id) && !taken.has(id)) ?? null;
      taken.add(recordId);
      await world.until(act(world, browser, one, 'settle', JSON.stringify({ row, recordId })));
    }
    after.push([one, (await read(world, browser, one)) ?? record]);
  }
  return after;
}

/** Undoing the last import deletes all of its records and no others. */
async function undone(
  world: World,
  owner: BrowserActor,
  begun: readonly [Import, ImportRecord][],
): Promise<string[]> {
  const [one] = begun.at(-1) ?? [];
  if (one === undefined) return [];
  const others = new Set(begun.slice(0, -1).flatMap(([{ texts }]) => texts));
  const before = [...others].map((text) => recordsWith(world, text).length).join();
  await world.until(act(world, owner, one, 'undo'));
  for (let at = 0; at < 10; at++) {
    if ((await read(world, owner, one))?.state === 'undone') break;
    await world.runFor(LOOK_EVERY_MS);
  }
  const record = await read(world, owner, one);
  const left = (record?.rows ?? []).filter(({ state }) => state === 'created').length;
  const after = [...others].map((text) => recordsWith(world, text).length).join();
  return [
    ...(record?.state === 'undone' && left === 0
      ? []
      : [`an undo ended as ${record?.state}, ${left} rows left`]),
    ...(before === after ? [] : ['an undo took records of another import']),
  ];
}
