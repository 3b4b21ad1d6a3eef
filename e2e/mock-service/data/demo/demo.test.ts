import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import { type LocalService, startLocalService } from '../../service.ts';
import { type DataClient, dataClientOf } from '../testing/client.ts';

let service: LocalService;
let barber: DataClient;
let shop: DataClient;

beforeAll(async () => {
  service = await startLocalService({ clock: createClock({ stepped: true }), demo: 'lively' });
  barber = dataClientOf(service, 'data-local-barber-bookings');
  shop = dataClientOf(service, 'data-local-acme-storefront');
});

afterAll(() => service.stop());

async function countOf(call: DataClient, type: string): Promise<number> {
  return (await call('GET', `/crud/${type}?returnCount=true&pagination[limit]=1`)).json.count;
}

it('a barber shop with 400 customers, whose bookings lead to them', async () => {
  expect(await countOf(barber, 'customer')).toBe(400);
  const nestedQuery = { booking: { customer: {}, service: {} } };
  const { data } = await barber('POST', '/crud/nested', { nestedQuery });
  for (const booking of data) expect([booking.customer.length, booking.service.length]).toEqual([1, 1]);
  const names = new Set(service.control.recordsOf('barber-bookings', 'customer').map(({ name }) => name));
  expect(names.size, 'hardly two customers of one name').toBeGreaterThan(300);
});

it('a storefront whose orders, lines and invoices add up', async () => {
  const nestedQuery = { order: { orderLine: {}, invoice: {} } };
  const { data } = await shop('POST', '/crud/nested', { nestedQuery });
  expect(data).toHaveLength(50);
  for (const { total, orderLine, invoice } of data) {
    const sum = orderLine.reduce((all: number, line: { total: number }) => all + line.total, 0);
    expect([Math.round(sum * 100) / 100, invoice[0].total]).toEqual([total, total]);
  }
});

it('an invoice is a real PDF that says what its record says', async () => {
  const [{ document, total, number }] = (await shop('GET', '/crud/invoice?pagination[limit]=1')).data;
  const { data } = await shop('POST', '/files/scan-invoice', { fileName: document.name });
  expect(data).toMatchObject({ invoiceNumber: number, totalAmount: total, supplierName: 'Acme Storefront' });
});

it('scanned bills are real pictures, and one of them a PDF', async () => {
  const { data } = await shop('GET', '/crud/supplierBill');
  const starts: string[] = [];
  for (const { scan } of data) {
    const [address] = (await shop('GET', `/files/download/${scan.name}`)).data;
    starts.push((await (await fetch(address)).text()).slice(1, 4));
  }
  expect(starts).toEqual(['PNG', 'PNG', 'PDF']);
});

it('somebody books or orders every half minute', async () => {
  const before = [await countOf(barber, 'booking'), await countOf(shop, 'order')];
  await service.control.advance(120_000);
  const after = [await countOf(barber, 'booking'), await countOf(shop, 'order')];
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([2, 2]);
});

it('a table of 100,000 rows is made on demand', { timeout: 60_000 }, async () => {
  service.control.addBigTable('acme-storefront');
  expect(await countOf(shop, 'stockMovement')).toBe(100_000);
  const last = await shop('GET', '/crud/stockMovement?pagination={"limit":50,"page":1999}');
  expect(last.data.at(-1).number).toBe(100_000);
});

it('every project of the account has a key, and none that is not there', async () => {
  const { data } = await dataClientOf(service, 'data-local-recipe-box')('GET', '/data-structure/');
  expect(data).toEqual([]);
  expect((await dataClientOf(service, 'data-local-none')('GET', '/data-structure/')).status).toBe(401);
});
