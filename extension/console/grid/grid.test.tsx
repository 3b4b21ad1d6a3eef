// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { Table } from '../../../shared/data-api/records.ts';
import { dataSource } from '../pages/project/data/data-source.ts';
import { Grid } from './grid.tsx';

afterEach(cleanup);

const customer: Table = { id: 'c', type: 'customer', label: 'Customers', description: null, properties: [] };
const booking: Table = {
  ...{ id: 'b', type: 'booking', label: 'Bookings', description: null },
  properties: [
    { name: 'at', propertyType: 'string' },
    {
      ...{ name: 'customer', propertyType: 'objectReference' },
      objectReference: { objectReferenceTypeId: 'c', objectReferenceRelation: 'manyToOne' },
    },
  ],
};
const id = '0123456789abcdef01234567';

const widthOf = (cell: HTMLElement): string => cell.style.getPropertyValue('--width');
function widths(props: { widths?: Record<string, number>; name: string | null }) {
  cleanup();
  const names = ['at', 'customer'];
  const { columns } = dataSource('shop', [customer, booking], booking, 'viewer');
  render(
    <Grid
      label="booking"
      {...{ names, columns }}
      rows={[{ at: 'Monday', customer: id }]}
      widths={props.widths ?? {}}
      nameOf={(column) => (column === 'customer' ? props.name : null)}
    />,
  );
  return [...screen.getAllByRole('columnheader'), ...screen.getAllByRole('cell')].map(widthOf);
}

it('a column of references has its width before the names of its records are read; others are as wide as their values', () => {
  const [, width] = widths({ name: null });
  expect(width).toMatch(/^\d+px$/);
  expect(widths({ name: null })).toEqual(['', width, '', width]);
  expect(widths({ name: 'Ada Lovelace' })).toEqual(['', width, '', width]);
  expect(widths({ name: 'Ada Lovelace', widths: { customer: 90 } })).toEqual(['', '90px', '', '90px']);
});

it('a column of references is not sorted by, as the order of hidden ids is that of nothing shown; its width is changed by keys', () => {
  const { columns } = dataSource('shop', [customer, booking], booking, 'viewer');
  const sorted: string[] = [];
  const widened: string[] = [];
  render(
    <Grid
      label="booking"
      names={['at', 'customer']}
      {...{ columns }}
      rows={[{ at: 'Monday' }]}
      onSort={([first]) => sorted.push(first?.column ?? '')}
      onWidth={(name) => widened.push(name)}
    />,
  );
  for (const heading of screen.getAllByRole('columnheader')) {
    const button = heading.querySelector('button') as HTMLButtonElement;
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'ArrowRight', altKey: true });
  }
  expect(sorted).toEqual(['at']);
  expect(widened).toEqual(['at', 'customer']);
});
