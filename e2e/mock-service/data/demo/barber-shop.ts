import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend, DataRecord } from '../backend/backend.ts';
import { addTables } from '../structure/add-tables.ts';
import type { NewTable } from '../structure/table-structure.ts';
import { insertRecord } from './insert-record.ts';
import { mailboxOf, personName } from './names.ts';

const WORKDAYS = ['Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const TABLES: NewTable[] = [
  {
    type: 'customer',
    label: 'Customers',
    icon: 'person',
    properties: [
      { name: 'name', required: true },
      { name: 'email', label: 'E-mail', unique: true, required: true },
      { name: 'phone' },
      { name: 'newsletter', propertyType: 'boolean' },
      { name: 'notes', propertyType: 'long-string' },
      { name: 'photo', propertyType: 'file' },
      { name: 'bookings', to: 'booking', relation: 'oneToMany' },
    ],
  },
  {
    type: 'service',
    label: 'Services',
    icon: 'scissors',
    properties: [
      { name: 'name', unique: true, required: true },
      { name: 'price', label: 'Price (€)', propertyType: 'number', required: true },
      { name: 'minutes', label: 'Duration (min)', propertyType: 'number', required: true },
      { name: 'barbers', to: 'barber', relation: 'manyToMany' },
    ],
  },
  {
    type: 'barber',
    label: 'Barbers',
    icon: 'badge',
    properties: [
      { name: 'name', required: true, unique: true },
      { name: 'workdays', options: WORKDAYS, multiple: true },
      { name: 'services', to: 'service', relation: 'manyToMany' },
    ],
  },
  {
    type: 'booking',
    label: 'Bookings',
    description: 'Appointments, past and to come',
    icon: 'calendar',
    properties: [
      { name: 'startsAt', label: 'Starts', propertyType: 'date', includeHour: true, required: true },
      { name: 'customer', to: 'customer', required: true },
      { name: 'service', to: 'service', required: true },
      { name: 'barber', to: 'barber' },
      { name: 'status', options: ['booked', 'done', 'cancelled', 'no-show'], required: true },
      { name: 'price', label: 'Price (€)', propertyType: 'number' },
      { name: 'notes', propertyType: 'long-string' },
    ],
  },
];

const SERVICES = [
  ['Haircut', 32, 45],
  ['Beard trim', 18, 20],
  ['Haircut and beard', 45, 60],
  ['Hot towel shave', 28, 30],
  ["Children's cut", 20, 30],
  ['Colour', 64, 90],
] as const;

const BARBERS = ['Łukasz', 'Amara', 'Søren'];
const NOTES = [
  'Prefers scissors',
  'Allergic to tea tree oil',
  'Often ten minutes late',
  'Seat by the window',
] as const;
const CUSTOMERS = 400;
const BOOKINGS = 900;
const DAYS_OPEN = 400;
const DAYS_BACK = 90;
const DAYS_AHEAD = 21;

/** Fills a barber shop: 400 customers, services, barbers, bookings of three past months and three weeks. */
export function fillBarberShop(world: World, backend: DataBackend): void {
  const now = world.clock.now();
  const opened = now - DAYS_OPEN * DAY_MS;
  addTables(world, backend, TABLES);
  for (const [name, price, minutes] of SERVICES) {
    insertRecord(world, backend, 'service', { name, price, minutes }, opened);
  }
  for (const name of BARBERS) insertRecord(world, backend, 'barber', { name, workdays: WORKDAYS }, opened);
  linkServices(world, backend);
  for (let index = 0; index < CUSTOMERS; index += 1) {
    addCustomer(world, backend, opened + (index * (DAYS_OPEN - 1) * DAY_MS) / CUSTOMERS);
  }
  const spanMs = (DAYS_BACK + DAYS_AHEAD) * DAY_MS;
  for (let index = 0; index < BOOKINGS; index += 1) {
    const startsAt = quarterHour(now - DAYS_BACK * DAY_MS + (spanMs * index) / BOOKINGS);
    addBooking(world, backend, startsAt, Math.min(startsAt - DAY_MS, now - MINUTE_MS * (BOOKINGS - index)));
  }
}

function linkServices(world: World, backend: DataBackend): void {
  const typeId = backend.structures.get('service')?._id ?? '';
  for (const service of recordsOf(backend, 'service')) {
    for (const barber of recordsOf(backend, 'barber')) {
      if (world.random.next() > 0.7) continue;
      backend.links.push({ typeId, propertyName: 'barbers', from: service._id, to: barber._id });
    }
  }
}

/** A new customer. */
export function addCustomer(world: World, backend: DataBackend, at: number): DataRecord {
  const { random } = world;
  const name = personName(random);
  const number = (backend.tables.get('customer')?.size ?? 0) + 1;
  const digits = Array.from({ length: 7 }, () => Math.floor(random.next() * 10)).join('');
  return insertRecord(
    world,
    backend,
    'customer',
    {
      name,
      email: `${mailboxOf(name)}.${number}@mail.example`,
      phone: `+31 20 ${digits}`,
      newsletter: random.next() < 0.4,
      ...(random.next() < 0.2 && { notes: random.pick(NOTES) }),
    },
    at,
  );
}

/** A booking of a customer for something, done or missed when its time has passed. */
export function addBooking(world: World, backend: DataBackend, startsAt: number, at: number): DataRecord {
  const { random } = world;
  const [customer, service, barber] = ['customer', 'service', 'barber'].map((type) => {
    const records = recordsOf(backend, type);
    return records[Math.floor(random.next() * records.length)];
  });
  const past = startsAt < world.clock.now();
  const status = past ? random.pick(['done', 'done', 'done', 'done', 'no-show', 'cancelled']) : 'booked';
  return insertRecord(
    world,
    backend,
    'booking',
    {
      startsAt: iso(startsAt),
      customer: customer?._id,
      service: service?._id,
      barber: barber?._id,
      status,
      price: service?.price,
      ...(random.next() < 0.1 && { notes: random.pick(NOTES) }),
    },
    at,
  );
}

function recordsOf(backend: DataBackend, type: string): DataRecord[] {
  return [...(backend.tables.get(type)?.values() ?? [])];
}

/** Moved into the opening hours, 9 to 18 UTC, on a quarter of an hour. */
export function quarterHour(at: number): number {
  const midnight = Math.floor(at / DAY_MS) * DAY_MS;
  const share = (at - midnight) / DAY_MS;
  return midnight + 9 * HOUR_MS + Math.floor(share * 36) * 15 * MINUTE_MS;
}
