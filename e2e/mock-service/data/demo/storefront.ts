import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, iso, MINUTE_MS } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import { plainPng } from '../ai/plain-png.ts';
import type { DataBackend, DataRecord } from '../backend/backend.ts';
import { storeFile } from '../files/store-file.ts';
import { addTables } from '../structure/add-tables.ts';
import type { NewTable } from '../structure/table-structure.ts';
import { insertRecord } from './insert-record.ts';
import { INVOICE_TEMPLATE, type InvoiceContent, invoicePdf } from './invoice-files.ts';
import { mailboxOf, personName } from './names.ts';
import { round, SUPPLIER_BILLS, sumsOf } from './supplier-bills.ts';

const TABLES: NewTable[] = [
  {
    type: 'product',
    label: 'Products',
    icon: 'tag',
    properties: [
      { name: 'name', required: true },
      { name: 'sku', label: 'SKU', required: true, unique: true },
      { name: 'category', options: ['Kitchen', 'Office', 'Garden', 'Gifts'], required: true },
      { name: 'price', label: 'Price (€)', propertyType: 'number', required: true },
      { name: 'stock', propertyType: 'number' },
      { name: 'description', propertyType: 'long-string' },
      { name: 'website', format: 'link' },
      { name: 'pictures', propertyType: 'file', multiple: true },
      { name: 'related', to: 'product', relation: 'manyToMany' },
    ],
  },
  {
    type: 'order',
    label: 'Orders',
    icon: 'cart',
    properties: [
      { name: 'number', required: true, unique: true },
      { name: 'placedAt', label: 'Placed', propertyType: 'date', includeHour: true, required: true },
      { name: 'customerName', label: 'Customer', required: true },
      { name: 'email', label: 'E-mail' },
      { name: 'status', options: ['new', 'paid', 'shipped', 'delivered', 'returned'], required: true },
      { name: 'total', label: 'Total (€)', propertyType: 'number' },
      { name: 'lines', to: 'orderLine', relation: 'oneToMany' },
      { name: 'invoices', to: 'invoice', relation: 'oneToMany' },
    ],
  },
  {
    type: 'orderLine',
    label: 'Order lines',
    properties: [
      { name: 'order', to: 'order', required: true },
      { name: 'product', to: 'product', required: true },
      { name: 'quantity', propertyType: 'number', required: true },
      { name: 'unitPrice', label: 'Unit price (€)', propertyType: 'number' },
      { name: 'total', label: 'Total (€)', propertyType: 'number' },
    ],
  },
  {
    type: 'invoice',
    label: 'Invoices',
    icon: 'receipt',
    properties: [
      { name: 'number', required: true, unique: true },
      { name: 'order', to: 'order' },
      { name: 'customerName', label: 'Customer' },
      { name: 'issuedOn', label: 'Issued', propertyType: 'date', required: true },
      { name: 'dueOn', label: 'Due', propertyType: 'date' },
      { name: 'total', label: 'Total (€)', propertyType: 'number', required: true },
      { name: 'paid', propertyType: 'boolean' },
      { name: 'document', propertyType: 'file' },
    ],
  },
  {
    type: 'supplierBill',
    label: 'Supplier bills',
    description: 'What suppliers sent on paper, scanned',
    icon: 'inbox',
    properties: [
      { name: 'supplier', required: true },
      { name: 'number', required: true, unique: true },
      { name: 'date', propertyType: 'date' },
      { name: 'total', propertyType: 'number' },
      { name: 'currency', options: ['EUR', 'GBP', 'USD'] },
      { name: 'scan', propertyType: 'file' },
    ],
  },
];

const PRODUCTS = [
  ['Blue mug, large', 'Kitchen', 12],
  ['Tea bowl, small', 'Kitchen', 9.5],
  ['Carafe, smoked glass', 'Kitchen', 34],
  ['Linen apron', 'Kitchen', 42],
  ['Notebook, dotted', 'Office', 7.9],
  ['Pencil case, felt', 'Office', 15],
  ['Desk lamp, brass', 'Office', 89],
  ['Watering can, zinc', 'Garden', 38],
  ['Seed box', 'Garden', 21.5],
  ['Trowel, ash handle', 'Garden', 17],
  ['Candle, cedar', 'Gifts', 24],
  ['Gift card', 'Gifts', 50],
] as const;

const ORDERS = 180;
const DAYS_BACK = 60;
const DAYS_TO_PAY = 30;
const PICTURES = join(import.meta.dirname, 'pictures');

/** A shop with two months of orders, an invoice as a PDF for each, and the scanned bills of its suppliers. */
export function fillStorefront(world: World, backend: DataBackend): void {
  const now = world.clock.now();
  addTables(world, backend, TABLES);
  for (const [index, [name, category, price]] of PRODUCTS.entries()) {
    const sku = `AC-${String(101 + index * 7)}`;
    const picture = storeFile(world, backend, `${sku}.png`, plainPng(160, 120));
    const values = {
      name,
      sku,
      category,
      price,
      stock: Math.round(world.random.between(0, 240)),
      description: `${name}, made in small numbers.`,
      website: `https://acme-storefront.apps.example/products/${sku.toLowerCase()}`,
      pictures: [{ name: picture.name }],
    };
    insertRecord(world, backend, 'product', values, now - 200 * DAY_MS);
  }
  const products = recordsOf(backend, 'product');
  const typeId = backend.structures.get('product')?._id ?? '';
  for (const [index, { _id }] of products.entries()) {
    const next = products[(index + 1) % products.length];
    if (next !== undefined) backend.links.push({ typeId, propertyName: 'related', from: _id, to: next._id });
  }
  for (let index = 0; index < ORDERS; index += 1) {
    addOrder(world, backend, now - DAYS_BACK * DAY_MS * (1 - index / ORDERS) - MINUTE_MS);
  }
  addSupplierBills(world, backend);
  backend.templates.set(INVOICE_TEMPLATE._id, INVOICE_TEMPLATE);
  backend.pages.set('orders', {
    _id: 'orders',
    label: 'Orders',
    typeId: 'order',
    levels: [{ typeId: 'orderLine', propertyName: 'lines' }],
  });
}

/** An order of a customer for one to four products, with its lines and its invoice. */
export function addOrder(world: World, backend: DataBackend, at: number): DataRecord {
  const { random } = world;
  const products = recordsOf(backend, 'product');
  const lines = Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => {
    const product = products[Math.floor(random.next() * products.length)];
    const quantity = 1 + Math.floor(random.next() * 3);
    const unitPrice = Number(product?.price);
    return { product, quantity, unitPrice, total: round(quantity * unitPrice) };
  });
  const total = round(lines.reduce((sum, line) => sum + line.total, 0));
  const customerName = personName(random);
  const number = `A-${10_001 + recordsOf(backend, 'order').length}`;
  const isNew = at > world.clock.now() - DAY_MS;
  const order = insertRecord(
    world,
    backend,
    'order',
    {
      number,
      placedAt: iso(at),
      customerName,
      email: `${mailboxOf(customerName)}@mail.example`,
      status: isNew
        ? 'new'
        : random.pick(['paid', 'shipped', 'delivered', 'delivered', 'delivered', 'returned']),
      total,
    },
    at,
  );
  for (const { product, ...line } of lines) {
    insertRecord(world, backend, 'orderLine', { order: order._id, product: product?._id, ...line }, at);
  }
  addInvoice(world, backend, order, {
    number: number.replace('A-', 'INV-'),
    customerName,
    issuedOn: iso(at).slice(0, 10),
    dueOn: iso(at + DAYS_TO_PAY * DAY_MS).slice(0, 10),
    total,
    lines: lines.map((line) => ({ ...line, name: String(line.product?.name) })),
  });
  return order;
}

function addInvoice(world: World, backend: DataBackend, order: DataRecord, content: InvoiceContent): void {
  const { number, customerName, issuedOn, dueOn, total } = content;
  const document = storeFile(world, backend, `${number}.pdf`, () => invoicePdf(content));
  const at = Date.parse(order.createdAt);
  const values = {
    number,
    order: order._id,
    customerName,
    issuedOn: `${issuedOn}T00:00:00.000Z`,
    dueOn: `${dueOn}T00:00:00.000Z`,
    total,
    paid: order.status !== 'new',
    document: { name: document.name },
  };
  insertRecord(world, backend, 'invoice', values, at);
}

function addSupplierBills(world: World, backend: DataBackend): void {
  for (const bill of SUPPLIER_BILLS) {
    const { supplier, number, date, currency, file } = bill;
    const bytes = async () => new Uint8Array(readFileSync(join(PICTURES, file)));
    const scan = storeFile(world, backend, file, bytes);
    const values = {
      supplier,
      number,
      date: `${date}T00:00:00.000Z`,
      total: sumsOf(bill).total,
      currency,
      scan: { name: scan.name },
    };
    insertRecord(world, backend, 'supplierBill', values, Date.parse(date) + DAY_MS);
  }
}

function recordsOf(backend: DataBackend, type: string): DataRecord[] {
  return [...(backend.tables.get(type)?.values() ?? [])];
}
