import { DAY_MS } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend } from '../backend/backend.ts';
import { addTables } from '../structure/add-tables.ts';
import { insertRecord } from './insert-record.ts';
import { personName } from './names.ts';

const REASONS = ['sale', 'delivery', 'return', 'stocktaking'] as const;
const YEAR_MS = 365 * DAY_MS;

/**
 * Adds a table with very many rows: a year of stock movements.
 * @throws Error when the project has that table already
 */
export function addBigTable(world: World, backend: DataBackend, type: string, rows: number): void {
  addTables(world, backend, [
    {
      type,
      label: 'Stock movements',
      icon: 'arrows',
      properties: [
        { name: 'number', propertyType: 'number', required: true, unique: true },
        { name: 'reason', options: [...REASONS], required: true },
        { name: 'quantity', propertyType: 'number', required: true },
        { name: 'bookedBy' },
        { name: 'bookedAt', propertyType: 'date', includeHour: true },
      ],
    },
  ]);
  const { random, clock } = world;
  const start = clock.now() - YEAR_MS;
  for (let number = 1; number <= rows; number += 1) {
    const at = start + (YEAR_MS * number) / rows - 1;
    const values = {
      number,
      reason: random.pick(REASONS),
      quantity: Math.round(random.between(-12, 40)),
      bookedBy: personName(random),
      bookedAt: new Date(at).toISOString(),
    };
    insertRecord(world, backend, type, values, at);
  }
}
