import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import {
  atMostOneEach,
  deletedOwnOnly,
  type Import,
  type ImportRecord,
  noHeldFileRemoved,
  OtherPeople,
  PROJECT,
  plain,
  recordOfRow,
  removedOnceSaved,
  reportsTruly,
  TABLE,
  toldAbsentTruly,
  toldOfFileTruly,
} from '../invariants/imported-rows.ts';
import { noSecretAnywhere, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import type { World } from '../world.ts';
import { twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const PAUSE_MAX_MS = 30 * SECOND_MS;
/** Shorter than what the edge takes to be the latest. */
const LATEST_EFFECT_MS = 9 * MINUTE_MS;
const OTHER_APP = 'barber';
/** Longer than four checks of a lost row, including failed ones. */
const SETTLES_WITHIN_MS = 90 * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
const CLICK_TRIES = 3;
const CANDIDATES_SHOWN = 20;

const keyOfApp = (projectId: string) => `data-local-${projectId}`;

/**
 * A few imports into one table, each sent by two browsers and by more than one click, some stopped, retried
 * and undone. Meanwhile responses are lost, the backend is late, keeps texts in another form or refuses what
 * it has done, other people write and change records, the key opens another app for a time, and the object
 * restarts between any two steps. No row becomes two records, none that is there is told absent, and no
 * record is deleted that the import did not make. A file that rows were read from is removed once they are
 * saved without it, and not while a record holds it.
 */
export function imports(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: false, kept }, async (world) => {
    const { random, service } = world;
    const browsers = await twoBrowsers(world, [PROJECT, OTHER_APP]);
    const properties = [
      ...[{ name: 'text' }, { name: 'mark' }, { name: 'no', unique: true }],
      { name: 'scan', propertyType: 'file' as const },
    ];
    for (const app of [PROJECT, OTHER_APP]) service.control.addTables(app, [{ type: TABLE, properties }]);
    service.control.setDataSettings({ keepsText: random.pick(['as-sent', 'trimmed', 'escaped'] as const) });
    const latestMs = random.chance(0.5) ? LATEST_EFFECT_MS : world.faults.serviceLatestMs;
    await openApp(world, browsers[0], PROJECT);
    const files = await storeFiles(world, browsers[0]);
    beginFaults(world, latestMs);
    const all: Import[] = [];
    const others = new OtherPeople();
    const sending: Promise<boolean>[] = [];
    for (let at = 0; at < 1 + random.below(3); at++) {
      const file = files[at] ?? null;
      // Rows that were read from the same file before may hold it: these are accepted first.
      const held =
        file !== null && random.chance(0.3) ? makeImport(world, `held ${at}`, { held: file }) : null;
      if (held !== null && (await world.until(send(world, browsers[0], held), 5 * MINUTE_MS))) all.push(held);
      const removeFile = file !== null && world.happens('a removal', 0.7) ? file : null;
      const one = makeImport(world, `${at}`, { removeFile });
      all.push(one);
      // Only an owner may let a file be removed.
      const senders = removeFile === null ? browsers : [browsers[0]];
      for (let click = 0; click < 1 + random.below(3); click++)
        if (world.happens('a click')) sending.push(send(world, random.pick(senders), one));
      await world.runFor(random.below(PAUSE_MAX_MS));
      if (world.happens('the object ends', 0.3)) world.edge.object.end({ crash: random.chance(0.5) });
      if (world.happens('a stop', 0.2)) void act(world, random.pick(browsers), one, 'stop');
      if (world.happens('a record from elsewhere', 0.3)) addElsewhere(world, one, others);
      if (world.happens('a change by others', 0.4)) await changeSome(world, others);
    }
    await world.until(Promise.all(sending), 20 * MINUTE_MS);
    const wrongApp = world.happens('a key of another app', 0.3)
      ? await inOtherApp(world, browsers[0], all, latestMs)
      : [];
    if (world.happens('a change by others', 0.3)) await changeSome(world, others);
    await world.runFor(random.below(5 * MINUTE_MS));
    world.endFaults();
    world.note('the faults stop');
    const early = new Set<string>();
    const settled = await settle(world, browsers[0], all, early);
    const absent = settled.flatMap(([one, record]) => toldAbsentTruly(world, one, record, others));
    const begun = await settleByHand(world, browsers[0], settled, others);
    return [
      ...seenWrong(world),
      ...wrongApp,
      ...absent,
      ...early,
      ...noHeldFileRemoved(world),
      ...begun.flatMap(([one, record]) => toldOfFileTruly(world, one, record)),
      ...atMostOneEach(world, all, others),
      ...begun.flatMap(([one, record]) => reportsTruly(world, one, record, others)),
      ...(await undone(world, browsers[0], begun, others)),
      ...withinTheFreePlan(world),
      ...noSecretAnywhere(world, browsers),
      ...[world.edge.object.sql.dump(), ...world.logs, ...world.responses]
        .filter((text) => text.includes(keyOfApp(PROJECT)))
        .map(() => 'the data key is told, kept or logged'),
    ];
  });
}

function beginFaults(world: World, serviceLatestMs: number): void {
  world.beginFaults();
  world.faults = { ...world.faults, serviceLatestMs };
}

/** Writes the data key of an app as that of the project. */
export async function openApp(world: World, owner: BrowserActor, app: string): Promise<void> {
  const put = async (form: object) => {
    const body = JSON.stringify({ key: keyOfApp(app), ...form });
    // The object may just be ending: an owner tries again.
    for (let at = 0; at < CLICK_TRIES; at++) {
      const response = await world.until(owner.request(`/data-keys/${PROJECT}`, { method: 'PUT', body }));
      const { data } = (await response.json()) as { data: { kind: string; confirm?: string } | null };
      if (data !== null) return data;
    }
    throw new Error('The data key was refused.');
  };
  const { confirm } = await put({});
  const { kind } = await put({ confirm });
  if (kind !== 'kept') throw new Error('The data key was not kept.');
}

/** For a time the project's key opens another app: there, nothing is made, deleted, or told undone. */
async function inOtherApp(
  world: World,
  owner: BrowserActor,
  all: readonly Import[],
  latestMs: number,
): Promise<string[]> {
  const { random, service } = world;
  world.endFaults();
  await openApp(world, owner, OTHER_APP);
  if (random.chance(0.5)) await world.until(act(world, owner, random.pick(all), 'undo'));
  beginFaults(world, latestMs);
  await world.runFor(random.below(3 * MINUTE_MS));
  world.endFaults();
  const told = await Promise.all(all.map((one) => read(world, owner, one)));
  const made = service.control.recordsOf(OTHER_APP, TABLE).length;
  await openApp(world, owner, PROJECT);
  beginFaults(world, latestMs);
  return [
    ...(made > 0 ? [`${made} records were made in another app`] : []),
    ...told.filter((record) => (record?.counts.undone ?? 0) > 0).map(() => 'told undone under another key'),
  ];
}

/** Has the edge store files in the app, one for each import at most: pictures, for which nothing streams. */
async function storeFiles({ random, until }: World, owner: BrowserActor): Promise<string[]> {
  const files: string[] = [];
  for (let at = 0; at < random.below(4); at++) {
    const body = JSON.stringify({ prompt: 'a bill', fileName: `bill-${at}`, size: '512x512' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const path = `/data/${PROJECT}/openai/image`;
    const response = await until(owner.request(path, { method: 'POST', body, headers }));
    const { data } = (await response.json()) as { data: { fileName: string } };
    files.push(data.fileName);
  }
  return files;
}

function makeImport(
  { random }: World,
  at: string,
  { removeFile = null, held }: { removeFile?: string | null; held?: string },
): Import {
  const texts = Array.from({ length: 1 + random.below(30) }, (_, row) =>
    random.chance(0.2) ? ` alike ${at} & more` : `row ${at}.${row} & more `,
  );
  const scan = held === undefined ? {} : { scan: { name: held } };
  const rows = texts.map((text) => ({ values: { text, mark: `mark ${at}`, ...scan } }));
  const duplicates = random.chance(0.3) ? { by: null } : null;
  return {
    key: crypto.randomUUID(),
    texts,
    body: JSON.stringify({
      ...{ projectId: PROJECT, table: TABLE, rows, duplicates },
      ...(removeFile !== null && { removeFile }),
    }),
    removeFile,
  };
}

/**
 * Sends an import like an impatient browser: the same key again until it is accepted.
 * @returns whether it was
 */
async function send(world: World, browser: BrowserActor, { key, body }: Import): Promise<boolean> {
  for (let at = 0; at < CLICK_TRIES; at++) {
    const headers = { 'idempotency-key': key };
    const response = await browser.request('/imports', { method: 'POST', body, headers }).catch(() => null);
    world.note(`import ${key}: ${response?.status ?? 'no answer'}`);
    if (response?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, world.random.below(20_000)));
  }
  return false;
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

/**
 * Resumes stopped imports, then only checks.
 * @param early receives files that are removed too early
 * @returns the imports that the edge knows
 */
async function settle(world: World, browser: BrowserActor, all: readonly Import[], early: Set<string>) {
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
      for (const wrong of record === null ? [] : removedOnceSaved(world, one, record, all)) early.add(wrong);
    }
    if (record !== null) begun.push([one, record]);
  }
  return begun;
}

/** Somebody else writes a record with the text of a row, and often with all of its values. */
function addElsewhere({ random, service }: World, { texts, body }: Import, others: OtherPeople): void {
  const { rows } = JSON.parse(body) as { rows: { values: { text: string; mark: string } }[] };
  const { values } = random.pick(rows);
  const record = random.chance(0.5) ? values : { text: random.pick(texts) };
  for (const id of service.control.addRecords(PROJECT, TABLE, [record])) others.made.add(id);
}

/** Somebody changes one value of some records. @returns the ids of those */
async function changeSome({ random, service, note }: World, others: OtherPeople): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { _id, text, mark } of service.control.recordsOf(PROJECT, TABLE)) {
    if (!random.chance(0.2)) continue;
    const isText = random.chance(0.5);
    // One value of each stays: without any, nobody could know it again.
    if (isText ? mark === 'changed' : others.changed.has(_id)) continue;
    if (isText && !others.changed.has(_id)) others.changed.set(_id, plain(text));
    const url = `https://service.simulated.test/data/api/v1/crud/${TABLE}/${_id}`;
    const headers = { 'api-key': keyOfApp(PROJECT), 'content-type': 'application/json' };
    const body = JSON.stringify(isText ? { text: `changed ${ids.size}` } : { mark: 'changed' });
    const response = await service.response(new Request(url, { method: 'PATCH', headers, body }));
    if (!response.ok) throw new Error(`A record could not be changed: ${response.status}`);
    ids.add(_id);
  }
  note(`somebody changed ${ids.size} records`);
  return ids;
}

/** The user says which record each row made that stays unknown. @returns the imports as they are then */
async function settleByHand(
  world: World,
  browser: BrowserActor,
  begun: readonly [Import, ImportRecord][],
  others: OtherPeople,
): Promise<[Import, ImportRecord][]> {
  const after: [Import, ImportRecord][] = [];
  for (const [one, record] of begun) {
    const taken = new Set(record.rows.map(({ recordId }) => recordId));
    for (const row of record.rows.filter(({ state }) => state === 'unknown')) {
      const recordId = recordOfRow(world, one, row, others, taken);
      if (recordId === null && row.candidates.length >= CANDIDATES_SHOWN) continue;
      taken.add(recordId);
      await world.until(act(world, browser, one, 'settle', JSON.stringify({ row: row.row, recordId })));
    }
    let now = await read(world, browser, one);
    // With the last row settled, its file is removed.
    for (let at = 0; at < 10 && now?.state === 'running'; at++) {
      await world.runFor(LOOK_EVERY_MS);
      now = await read(world, browser, one);
    }
    after.push([one, now ?? record]);
  }
  return after;
}

/** Undoing the last import deletes its own records; those only taken to be its, when the user names them. */
async function undone(
  world: World,
  owner: BrowserActor,
  begun: readonly [Import, ImportRecord][],
  others: OtherPeople,
): Promise<string[]> {
  const [one] = begun.at(-1) ?? [];
  if (one === undefined) return [];
  // What was changed before it was found may be deleted: it is as the import has known it.
  const changedSince = world.random.chance(0.5) ? await changeSome(world, others) : new Set<string>();
  const listed = await undoOnce(world, owner, one, undefined);
  const ours = (listed?.rows ?? []).filter(
    ({ state, isTaken, recordId }) => state === 'kept' && isTaken && !others.made.has(recordId ?? ''),
  );
  const rows = ours.map(({ row }) => row);
  const record = rows.length > 0 ? await undoOnce(world, owner, one, JSON.stringify({ rows })) : listed;
  const left = (record?.rows ?? []).filter(({ state }) => state === 'created' || state === 'waiting').length;
  return [
    ...(record?.state === 'undone' && left === 0
      ? []
      : [`an undo ended as ${record?.state}, ${left} rows left`]),
    ...deletedOwnOnly(world, one, others, changedSince),
  ];
}

async function undoOnce(world: World, owner: BrowserActor, one: Import, body: string | undefined) {
  await world.until(act(world, owner, one, 'undo', body));
  for (let at = 0; at < 10; at++) {
    if ((await read(world, owner, one))?.state === 'undone') break;
    await world.runFor(LOOK_EVERY_MS);
  }
  return read(world, owner, one);
}
