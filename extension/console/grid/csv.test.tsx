// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { success } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import { CsvButton } from './csv.tsx';
import { ExportButton } from './export.tsx';

let saved: Blob[] = [];

beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push(content as Blob);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Beginnings by which a spreadsheet takes a cell for a formula, or skips what is before one. */
const BEGINNINGS = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'],
  ...[' =', '\u00a0+', '\u200e=', '\u2066@', '\u200b-', '\u3000\u202a='],
];
const FORMULAS = BEGINNINGS.flatMap((first) => [
  `${first}1+1`,
  ...['\n', '\r', '\r\n', '\u2028'].map((end) => `${first}1+1${end}more`),
]);
const ROWS = FORMULAS.map((note, at) => ({ _id: `r${at}`, note }));

/** The cells of the saved file's second column, as any reader of CSV has them. */
async function savedCells(): Promise<string[]> {
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const { data } = Papa.parse<string[]>((await saved[0]?.text()) ?? '', { newline: '\r\n' });
  return data.slice(1).map((row) => row[1] ?? '');
}

it('what is shown is saved without formulas, also of texts with line breaks', async () => {
  render(<CsvButton name="notes" names={['_id', 'note']} rows={ROWS} />);
  fireEvent.click(screen.getByRole('button'));
  expect(await savedCells()).toEqual(FORMULAS.map((text) => `'${text}`));
});

it.each(['de', 'sv', 'ar-MA'])(
  'a spreadsheet in %s, which separates by semicolons, finds every text whole and every number one',
  async (language) => {
    const { i18n } = browser;
    vi.resetModules();
    const { browser: other } = await import('wxt/browser');
    Object.assign(other.i18n, { ...i18n, getUILanguage: () => language });
    const { CsvButton: Button } = await import('./csv.tsx');
    const rows = [{ _id: 'r1', note: 'a;=cmd()\n=cmd()', n: -1.5 }];
    render(<Button name="notes" names={['_id', 'note', 'n']} rows={rows} />);
    fireEvent.click(screen.getByRole('button'));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toBe('_id;note;n\r\nr1;"a;=cmd()\n=cmd()";-1,5');
  },
);

it('all rows of a table are saved without formulas, names of columns included', async () => {
  const formula = '=cmd()\nname';
  const rows = [{ _id: 'r1', [formula]: '@SUM(1)\n2' }];
  respondHere((name) => (name === 'readEdge' ? Promise.resolve(success({ value: rows, readAt: 0 })) : null));
  const source = {
    ...{ columns: [], fileName: 'notes', hasPages: true, idColumn: '_id' as const },
    rows: () => ({ path: '/rows', body: {} }),
  };
  render(
    <ExportButton source={source} question={{ where: [], sort: [], limit: 50, page: 0 }} total={null} />,
  );
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe(`_id,"'=cmd()\nname"\r\nr1,"'@SUM(1)\n2"`);
});
