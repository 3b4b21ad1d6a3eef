import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '../../../shared/builder-api/database.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { apiError, type Result, success } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import type { RowSource } from './row-source.ts';
import { sendChange } from './send-change.ts';
import type { StagedChange } from './staged.ts';
import { stageDelete, stageNew, stageValue, type Typed } from './staged.ts';
import { writeMode } from './write-mode.ts';

const ROW = { _id: 'r1', name: 'Ada', seats: 2, updatedAt: '2026-11-22T09:00:00.000Z' };
const value = (of: unknown): Typed => ({ kind: 'value', value: of });
const [update] = stageValue([], 'r1', ROW, 'name', value('Grace')) as [StagedChange];
const [deletion] = stageDelete([], 'r1', ROW) as [StagedChange];
const [creation] = stageNew([], '+1', 'name', value('Mary')) as [StagedChange];

let row: Result<Row>;
let answer: Result<unknown>;
let sent: unknown[];
let problems: (string | null)[];

const source = {
  columns: [],
  idColumn: '_id',
  rowPath: (id: string) => `/data/shop/crud/sale/${id}`,
  change: ({ kind }: { kind: string }) => ({ method: 'PATCH', path: `/data/shop/${kind}`, body: {} }),
  mode: { noteError: ({ code }: { code: string | null }) => problems.push(code) },
} as unknown as RowSource;

beforeEach(() => {
  row = success(ROW);
  answer = success(ROW);
  sent = [];
  problems = [];
  respondHere((name, request) => {
    if (name === 'readEdge') return Promise.resolve(row.ok ? success({ value: row.value, readAt: 0 }) : row);
    sent.push(request);
    return Promise.resolve(answer);
  });
});

describe('a change is compared with the row just before it is sent', () => {
  it('and sent when the row is as it was read', async () => {
    expect(await sendChange(source, update)).toEqual({ kind: 'done' });
    expect(sent).toHaveLength(1);
  });

  it('and not sent when somebody else has changed the value; their value is told', async () => {
    row = success({ ...ROW, name: 'Mary' });
    expect(await sendChange(source, update)).toMatchObject({
      kind: 'failed',
      before: { name: 'Mary' },
      stops: false,
      problem: expect.stringContaining('Mary'),
    });
    expect(sent).toEqual([]);
  });

  it('and sent when the row has the value already: the answer to the first try was lost', async () => {
    row = success({ ...ROW, name: 'Grace', updatedAt: 'later' });
    expect(await sendChange(source, update)).toEqual({ kind: 'done' });
  });

  it('and a row that is gone is deleted already, but can’t be changed', async () => {
    row = apiError('refused', 'EDGE_DATA_NOT_FOUND', 'There is no record r1.');
    expect(await sendChange(source, deletion)).toEqual({ kind: 'done' });
    expect(await sendChange(source, update)).toMatchObject({ kind: 'failed', stops: false });
    expect(sent).toEqual([]);
  });

  it.each([
    ['the backend hangs', apiError('service-failing', 'EDGE_DATA_TIMEOUT')],
    ['the key was revoked', apiError('key-rejected', 'EDGE_DATA_KEY_REJECTED')],
    ['the browser is offline', apiError('offline')],
  ])('and nothing is sent unseen, nor what comes after it, when %s', async (_, failure) => {
    row = failure;
    expect(await sendChange(source, update)).toMatchObject({ kind: 'failed', stops: true });
    expect(sent).toEqual([]);
  });
});

describe('a change that fails', () => {
  it('is told in the backend’s words, such as after a property was removed, and holds up no other', async () => {
    answer = apiError('refused', 'EDGE_SERVICE_REFUSED', 'sale has no property name.');
    expect(await sendChange(source, update)).toMatchObject({
      problem: expect.stringContaining('sale has no property name.'),
      stops: false,
    });
  });

  it('because editing has ended at the edge ends it here, and the rest waits', async () => {
    answer = apiError('refused', 'EDGE_WRITE_MODE_OFF');
    expect(await sendChange(source, creation)).toMatchObject({ kind: 'failed', stops: true });
    expect(problems).toEqual(['EDGE_WRITE_MODE_OFF']);
  });

  it('with its answer lost may have made a new row: it says to look before it is sent again', async () => {
    answer = apiError('service-failing', 'EDGE_DATA_UNREACHABLE');
    expect(await sendChange(source, creation)).toMatchObject({
      problem: expect.stringContaining('It may have been done all the same'),
    });
  });
});

describe('write mode of a project', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const methods = () => sent.map((request) => (request as { method: string }).method);

  it('ends after ten minutes of rest; typing keeps it, here and at the edge, which is told now and then', async () => {
    const mode = writeMode('typing', 'app');
    await mode.enter();
    for (let minute = 0; minute < 12; minute++) {
      vi.advanceTimersByTime(MINUTE_MS);
      mode.touch();
    }
    expect(mode.on.value).toBe(true);
    expect(methods()).toEqual(['POST', 'POST', 'POST']);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(mode.on.value).toBe(false);
    mode.touch();
    expect(methods()).toHaveLength(3);
  });

  it('ends here when it was left in another tab, which the edge tells at the next change', async () => {
    const mode = writeMode('tabs', 'app');
    await mode.enter();
    mode.noteError({ kind: 'refused', code: 'EDGE_SERVICE_REFUSED', message: null });
    expect(mode.on.value).toBe(true);
    mode.noteError({ kind: 'refused', code: 'EDGE_WRITE_MODE_OFF', message: null });
    expect(mode.on.value).toBe(false);
  });

  it('is entered and left place by place, also at the edge', async () => {
    const [preview, production] = [writeMode('places', 'development'), writeMode('places', 'production')];
    await preview.enter();
    expect(production.on.value).toBe(false);
    await production.enter();
    preview.leave();
    expect(production.on.value).toBe(true);
    expect(sent).toMatchObject([
      { method: 'POST', path: '/write-mode/places?place=development' },
      { method: 'POST', path: '/write-mode/places?place=production' },
      { method: 'DELETE', path: '/write-mode/places?place=development' },
    ]);
  });
});

describe('a number that no number of the language holds', () => {
  const columns = [
    { name: 'account', label: 'Account', control: { kind: 'number' }, type: null },
    { name: 'total', label: 'Total', control: null, type: 'BIGINT' },
    { name: 'name', label: 'Name', control: { kind: 'text' }, type: null },
  ];
  const change = ({ data }: { data?: Row }) => ({
    method: 'PATCH',
    path: '/data/shop/crud/sale',
    body: data,
  });
  const typed = { ...source, columns, change } as unknown as RowSource;

  it('is sent with the digits that were typed, and a text stays a text', async () => {
    const read = { ...ROW, account: 1, total: 1 };
    row = success(read);
    const digits = '9007199254740993';
    const [staged] = ['account', 'total', 'name'].reduce(
      (list, name) => stageValue(list, 'r1', read, name, value(digits)),
      [] as readonly StagedChange[],
    ) as [StagedChange];
    expect(await sendChange(typed, staged)).toEqual({ kind: 'done' });
    expect(sent).toEqual([
      {
        method: 'PATCH',
        path: '/data/shop/crud/sale',
        json: `{"account":${digits},"total":${digits},"name":"${digits}"}`,
      },
    ]);
  });

  it('is no change where the row has it', () => {
    const read = { ...ROW, account: '9007199254740993' };
    expect(stageValue([], 'r1', read, 'account', value('9007199254740993'))).toEqual([]);
  });
});
