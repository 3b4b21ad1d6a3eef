import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { NO_LAYOUT, readLayout, writeLayout } from './column-layouts.ts';

beforeEach(() => fakeBrowser.reset());

it('the layout of a table is kept, and gone once it is as it was at first', async () => {
  const layout = { hidden: ['note'], widths: { name: 240 } };
  await writeLayout('sales', layout);
  await writeLayout('guests', { hidden: ['age'], widths: {} });
  expect(await readLayout('sales')).toMatchObject(layout);
  await writeLayout('sales', NO_LAYOUT);
  expect(await readLayout('sales')).toEqual(NO_LAYOUT);
  expect(await readLayout('guests')).toMatchObject({ hidden: ['age'] });
});

it('those that were not changed for longest make room for others', async () => {
  const hidden = Array.from({ length: 300 }, (_, at) => `column ${at}`);
  for (let at = 0; at < 20; at++) await writeLayout(`table ${at}`, { hidden, widths: {} });
  expect(await readLayout('table 0')).toEqual(NO_LAYOUT);
  expect(await readLayout('table 19')).toMatchObject({ hidden });
});
